BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE answers (
	duel VARCHAR(32) NOT NULL, 
	question VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	PRIMARY KEY (duel, question, seat)
);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q1.0',0,1);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q2.0',0,2);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q3.0',0,3);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q1.0',1,4);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q4.0',0,5);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q2.0',1,6);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q5.0',0,7);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q3.0',1,8);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q6.0',0,9);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q4.0',1,10);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q7.0',0,11);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q5.0',1,12);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q8.0',0,13);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q6.0',1,14);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q9.0',0,15);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q7.0',1,16);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q10.0',0,17);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q11.0',0,18);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q12.0',0,19);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q8.0',1,20);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q13.0',0,21);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q9.0',1,22);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q14.0',0,23);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q15.0',0,24);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q10.0',1,25);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q16.0',0,26);
INSERT INTO "answers" VALUES('dqbEubWLs86n','q11.0',1,27);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q1.0',0,1);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q2.0',0,2);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q3.0',0,3);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q1.0',1,4);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q4.0',0,5);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q2.0',1,6);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q5.0',0,7);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q6.0',0,8);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q3.0',1,9);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q7.0',0,10);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q4.0',1,11);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q8.0',0,12);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q9.0',0,13);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q5.0',1,14);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q6.0',1,15);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q7.0',1,16);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q8.0',1,17);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q10.0',0,18);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q9.0',1,19);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q11.0',0,20);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q10.0',1,21);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q11.0',1,22);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q12.0',0,23);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q13.0',0,24);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q12.0',1,25);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q14.0',0,26);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q13.0',1,27);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q15.0',0,28);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q14.0',1,29);
INSERT INTO "answers" VALUES('jOk7z5zqdX3F','q16.0',0,30);
INSERT INTO "answers" VALUES('ZaZlRQCF9YFV','q1.0',0,1);
INSERT INTO "answers" VALUES('ZaZlRQCF9YFV','q2.0',0,2);
INSERT INTO "answers" VALUES('ZaZlRQCF9YFV','q3.0',0,3);
INSERT INTO "answers" VALUES('ZaZlRQCF9YFV','q4.0',0,4);
INSERT INTO "answers" VALUES('ZaZlRQCF9YFV','q5.0',0,5);
INSERT INTO "answers" VALUES('ZaZlRQCF9YFV','q1.0',1,6);
INSERT INTO "answers" VALUES('ZaZlRQCF9YFV','q2.0',1,7);
INSERT INTO "answers" VALUES('ZaZlRQCF9YFV','q3.0',1,8);
INSERT INTO "answers" VALUES('ZaZlRQCF9YFV','q4.0',1,9);
INSERT INTO "answers" VALUES('ZaZlRQCF9YFV','q5.0',1,10);
INSERT INTO "answers" VALUES('ZaZlRQCF9YFV','q6.0',0,11);
INSERT INTO "answers" VALUES('ZaZlRQCF9YFV','q6.0',1,12);
INSERT INTO "answers" VALUES('4rCUYjJ1rzoI','q1.0',0,1);
INSERT INTO "answers" VALUES('4rCUYjJ1rzoI','q2.0',0,2);
INSERT INTO "answers" VALUES('4rCUYjJ1rzoI','q3.0',0,3);
INSERT INTO "answers" VALUES('4rCUYjJ1rzoI','q1.0',1,4);
INSERT INTO "answers" VALUES('4rCUYjJ1rzoI','q2.0',1,5);
INSERT INTO "answers" VALUES('4rCUYjJ1rzoI','q3.0',1,6);
INSERT INTO "answers" VALUES('4rCUYjJ1rzoI','q4.0',1,7);
INSERT INTO "answers" VALUES('4rCUYjJ1rzoI','q4.0',0,8);
CREATE TABLE commands (
	duel VARCHAR(32) NOT NULL, 
	holder VARCHAR(64) NOT NULL, 
	command VARCHAR(64) NOT NULL, 
	version VARCHAR(64) NOT NULL, 
	PRIMARY KEY (duel, holder, command)
);
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 0','6b91f678-38b2-4693-ad81-1a2b492e8bf1','6e790111db367f38e093688c');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 0','c6734e8e-a9d6-4296-ae9f-ba23ad09be14','7b4ec34e48b9ec5fa3c151b2');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 0','e504e600-8050-432c-9b9d-ad53cca326af','5bdbe7663517c5b3fea59f3a');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 1','d54900c8-b1c8-4a55-85b2-f91dea116e52','f3f2225e96584506ca058588');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 0','0ee43fb3-d583-4e60-8b35-97c3d3eb0825','dc2988498e059f9af64424e1');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 1','2282e757-6ac0-441b-be22-0c8ef6a00f7c','87f0a638d26c6400a3ce9c0b');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 0','f499db3b-a880-4530-baf8-14793064c2ba','1b301ca40f515051b71ed5b9');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 1','80e2976e-de43-4772-a31d-4ad3f075d5f5','289b2821ac484968fc782eb6');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 0','5f2de8d4-be24-4910-8ca5-786727047438','bfcbd9accb2dee6b222974a5');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 1','2fb2df5b-c542-457b-8c0d-4837b9ffda91','5827f7a502c9094c19e2ed03');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 0','9bc7dfdf-f0c5-4c75-97e4-035d46bdd2d8','67c0262af2a6fc40c8f5c7de');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 1','a0c5568b-bee6-4ee9-8b91-241ca488c93b','e02ceb84800edd7fdb050587');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 0','55c98431-f013-46a4-a040-fcb5e506458c','29f6b67311de120b87508a8b');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 1','b11af7c0-2611-46c6-915a-74415182de9c','514d1888ea853d4f3ab86ecd');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 0','757e86be-bfbf-4a2f-a67c-cac41e9b6c25','33938b990a2f7a5058c94075');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 1','c9c4c402-d52d-459c-ba3e-599dc9a35def','6fd467d1e2147c08e0212b53');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 0','877a2b9f-9041-4790-866f-d9726093e21d','615eda3632c89f35041d5c85');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 0','5ea35aa6-8631-47c4-b228-ee98db7fdc0f','b3e65df04d2c5ba50528ae61');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 0','1eff2fe3-a4df-4632-b5c1-7debc59b8ccf','205fe5a28c23655932eed890');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 1','ac1ae89f-8d52-474e-80ed-c9c349d0bbf3','a9b0e6a20af8d8522285fbd7');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 0','2f44c901-b2bc-457b-a0ad-827bcee34f0c','ce1f4de4a3138e4acdbe7bef');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 1','118fc1de-6fde-46f8-a7c5-34547eef4845','a55a934708739763cde79d43');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 0','8db10866-41e4-4626-a499-6caa5d2d53e4','1ba98f39187c577010d19fb1');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 0','1a1eaece-ffa8-4111-a07a-991e1cfcc742','62a153b1d9da522fbcaba7cb');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 1','fe55ce60-a67a-46f6-9d2a-7b1c7e495e5d','d0c6488346f0b74ada0bcb40');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 0','38f5ba59-e397-467b-ad27-2bfc94954964','45c67138ab886ae14ebb6999');
INSERT INTO "commands" VALUES('dqbEubWLs86n','seat 1','e07e32f5-e392-4f08-8aad-39fefde22ccd','d124acdb22b7919b2ee46692');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 0','6a33ba41-7595-488f-902d-081cbe19eade','393b0432c6ff382ee98cdf65');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 0','14c2ef07-85a3-4e31-9176-22dea60a2ce2','0feba0d73c95d87bbd8f8cf8');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 0','ef0c58e1-4eae-4467-b445-0384727ab558','f773250e79f9995a6be90ff7');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 1','b47ea651-59ea-4b02-9081-cae3cccb380f','1c6ad61f10d03e3a93be0811');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 0','22a9896b-fda3-4581-9b0f-d8da9d5e7942','ac4e61759cff68bf3486f501');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 1','ecd12c5e-c1c2-492f-95c0-ab613d0b8475','598840eb80e7d7ee67dd3189');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 0','0dd2c051-d597-4da8-a429-b52017983b2e','20dfa866b368ef7afb7b3c85');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 0','0aa855fc-decb-4cad-a68f-fab06e4ab311','aac4be164eb14432f081d6e4');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 1','0b499cdf-5c0f-4ccd-9140-4090753ae0f7','3a890f6ff129984c632fe5ec');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 0','c5c48b09-a48d-47e6-af5e-12811df4f3ce','7670b798385443c30312dd6a');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 1','e0695bd6-5686-4603-aae4-803df3409b4e','f67a8259c01aa602dca5660c');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 0','4e6fee04-0926-4641-90b4-4c16c685a470','8c312db2eb2f62246749e4e3');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 0','6927641c-83e3-4b4b-a8be-25b5b178bece','ed034e777c9e7ea15ce7c050');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 1','aef80542-49fc-41d6-87a1-f1f34a0b876c','94e976d7d19147215586238d');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 1','abde4e5c-3b87-44c3-a2c7-893b5c7438de','29ab33ba5c0fecf9d305a1a1');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 1','95819843-8e98-4258-9091-9e38527d602b','4d6894bda6ef7874d87e547c');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 1','e360a449-5afd-4e3e-9757-303571c2f6b9','dfaa10cc3476ba86657a34aa');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 0','64bc3308-9331-4ea6-b26a-a1bcded0e4c6','cfdb9a268329fffdbc9fd629');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 1','5548ff49-cc81-41dd-b9fd-518b8a8ec085','480ba9eb1016bcbd6b88cf4a');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 0','5673a0d4-7f41-4c76-88a9-c73a9d866bc8','4a78184da2203684f2949d7b');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 1','f41f5a16-fd03-476b-967c-decdaffb8d86','3c1b70d6723a05fe0aa3c465');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 1','64adf7d6-c4db-4936-8cd1-3939b8b98457','e84f32796acba67d6b949c87');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 0','518dbe42-88fe-453d-bb90-619b0fec5558','8b6630b474b18446f6a54d5d');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 0','ffd79333-e798-4929-aaa2-b295a476d973','0f4e978306a5b0319a57e8b6');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 1','9ca1c80e-b36b-4f63-b49b-a870566e4963','aabdaae3a7c5d1acbdfd7107');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 0','881af48d-8de9-498a-8d91-e66c8c407dbe','7619bc445ef6d892b3d88b04');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 1','d5234ec1-b964-44bd-936b-f39a2d4eb1b1','c830664981fd38e6a89940ae');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 0','cf5fd211-98f8-4006-9fbb-176edd67e2a6','de1a672f1a3fc480fcd84052');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 1','a04f0ec7-cdb6-41f3-a171-497605e6f2ac','ee07fa21251695a877c60398');
INSERT INTO "commands" VALUES('jOk7z5zqdX3F','seat 0','862976c3-fa3e-4062-a0f6-23c1e70718b1','e4fe66dd8fc745f979067298');
INSERT INTO "commands" VALUES('ZaZlRQCF9YFV','seat 0','08b6a607-0ba4-4485-b066-f7a9d276b75e','0492d50ede9462b16e694cac');
INSERT INTO "commands" VALUES('ZaZlRQCF9YFV','seat 0','ed0e8b1a-4991-4877-87ce-fbaff7014f1b','583f46f58fc7ca0ddbfb9a20');
INSERT INTO "commands" VALUES('ZaZlRQCF9YFV','seat 0','2070759b-fb1f-423b-a52a-c917c411f01f','dcc2156f9966131e0d7d4b18');
INSERT INTO "commands" VALUES('ZaZlRQCF9YFV','seat 0','d694fc06-f9c8-4789-880e-89540a9fcf5d','23b25e1822512794bb915f92');
INSERT INTO "commands" VALUES('ZaZlRQCF9YFV','seat 0','91939ef3-7b79-49c5-a11b-90e4cad6b07d','dae245f8b7c24c9c6c58efe1');
INSERT INTO "commands" VALUES('ZaZlRQCF9YFV','seat 1','965c7793-71fd-41c7-bad7-dbac42f47544','bceb18384404e159918bc2e6');
INSERT INTO "commands" VALUES('ZaZlRQCF9YFV','seat 1','8c23880d-6d83-4929-82f9-0f1f2e9cff0c','3d14a488172f8239a110bb06');
INSERT INTO "commands" VALUES('ZaZlRQCF9YFV','seat 1','18f44c76-6d1e-4d91-a784-db7ea9265497','198a5835717c59d583f7025c');
INSERT INTO "commands" VALUES('ZaZlRQCF9YFV','seat 1','303ea44d-ada5-4262-b1c6-3fadba02c56c','59a6d6eb56e56d9c050ef039');
INSERT INTO "commands" VALUES('ZaZlRQCF9YFV','seat 1','f32bbd6a-0691-4730-98be-da4d55bad715','1f7275cd40b3a410076602d0');
INSERT INTO "commands" VALUES('ZaZlRQCF9YFV','seat 0','382a7011-5fe5-472f-966e-f60e77ae831d','7a2af9361b06a2ff6f7c7d3c');
INSERT INTO "commands" VALUES('ZaZlRQCF9YFV','seat 1','21793894-2684-42dd-87e5-040dd4d90baf','c9d36b04766499d26b319d77');
INSERT INTO "commands" VALUES('4rCUYjJ1rzoI','seat 0','df9a3b7d-e6e5-4b0d-80d7-4175796b0e48','2338fbcb59e64c91ea864bca');
INSERT INTO "commands" VALUES('4rCUYjJ1rzoI','seat 0','3cfc432c-9e38-4c12-8890-5a14803a839e','88faabf6f6e575ddc6f5f558');
INSERT INTO "commands" VALUES('4rCUYjJ1rzoI','seat 0','d4ab08f5-0783-47d1-8a3f-df87428ffe09','79bfa0420046e49dcd0aabb2');
INSERT INTO "commands" VALUES('4rCUYjJ1rzoI','seat 1','68581046-d1b8-4d6e-b6f7-7937c9ff7346','5c93c4f47a53d8f165db987c');
INSERT INTO "commands" VALUES('4rCUYjJ1rzoI','seat 1','1be822f0-8812-40dd-8161-e2c823604269','1da4152753ab0cec6df77290');
INSERT INTO "commands" VALUES('4rCUYjJ1rzoI','seat 1','a1ff904f-69cc-4d69-8b5c-2b88a0bfbb1b','aaa669c1fad77d1b51961018');
INSERT INTO "commands" VALUES('4rCUYjJ1rzoI','seat 1','b33fad9c-fc99-4298-bdb6-b98fb962be3c','c6ea3be566eb73e270dc5dc8');
INSERT INTO "commands" VALUES('4rCUYjJ1rzoI','seat 0','d17747ca-ae5e-48cd-9cc6-6eb8dd93a2ba','07342a49137c1fbede8e35f6');
CREATE TABLE duels (
	id VARCHAR(32) NOT NULL, 
	made FLOAT NOT NULL, 
	game VARCHAR(16) NOT NULL, 
	edition INTEGER NOT NULL, 
	setup TEXT NOT NULL, 
	terms TEXT NOT NULL, 
	seed VARCHAR(64), 
	length INTEGER NOT NULL, 
	finished BOOLEAN NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "duels" VALUES('dqbEubWLs86n',1.79600757940541052824e+09,'cards',1,'{"players": [{"name": "Aki", "deck": {"all-the-years": 2, "both-names-on-one-stone": 1, "circle-of-empty-sky": 1, "crooked-verdict": 1, "edge-on-the-whetstone": 3, "full-sleeves": 2, "grandmothers-knife": 2, "half-a-step-short": 3, "last-leaf-falls": 3, "nothing-left-to-guard": 3, "one-step-more": 2, "right-of-the-called": 2, "shout-from-the-belly": 3, "something-on-the-blade": 2, "stone-in-the-fist": 3, "thirteenth-bead": 2, "two-wolves-one-winter": 2, "who-asked-for-this": 3}, "personalities": [{"card": "tachimori-sekien"}, {"card": "tachimori-kanade", "attached": ["winter-moth"]}, {"card": "wandering-aya", "attached": ["grandmothers-knife"]}], "hand": ["pledge-of-service"], "draw": 5, "discard": [], "honor": 5, "gold": 5}, {"name": "Nao", "deck": {"answer-for-every-question": 3, "ash-in-the-eyes": 2, "borrowed-breath": 2, "change-of-heart": 3, "dust-settles": 2, "gather-the-arrows": 2, "great-aunt-of-the-rapids": 1, "knife-under-the-fan": 3, "old-tricks-last": 2, "overreach": 1, "pockets-full-of-sand": 2, "pull-the-thread": 3, "river-takes-the-bridge": 1, "same-blade-tomorrow": 1, "second-shadow": 2, "strip-him-bare": 1, "twin-currents": 3, "weight-of-silence": 3, "wind-through-the-deck": 3}, "personalities": [{"card": "kuregawa-shigure", "attached": ["mirror-of-dark-bronze", "plain-katana"]}, {"card": "kuregawa-usui", "attached": ["champion-in-the-retinue"]}, {"card": "kuregawa-nure", "attached": ["grandmothers-knife"]}], "hand": [], "draw": 5, "discard": [], "honor": 5, "gold": 5}], "action": "pledge-of-service", "performer": 0, "active": 0, "rules": "celestial", "cards": [], "windows": "closed"}','{"names": ["Aki", "Nao"], "seats": ["person", "person"], "here": 0, "clock": null, "spectators": true, "judge": false, "odds": true, "public": false, "dice": "", "sits": "8f41099552515bd58d8a688129b14aa4", "together": false}','4debf8e32e69a49971ee28b1a4be3f63d65a1d32518b1dcd8f32e2e418ac3465',28,1);
INSERT INTO "duels" VALUES('jOk7z5zqdX3F',1796007580.26017,'cards',1,'{"players": [{"name": "Aki", "deck": {"all-the-years": 2, "both-names-on-one-stone": 1, "circle-of-empty-sky": 1, "crooked-verdict": 1, "edge-on-the-whetstone": 3, "full-sleeves": 2, "grandmothers-knife": 2, "half-a-step-short": 3, "last-leaf-falls": 3, "nothing-left-to-guard": 3, "one-step-more": 2, "right-of-the-called": 2, "shout-from-the-belly": 3, "something-on-the-blade": 2, "stone-in-the-fist": 3, "thirteenth-bead": 2, "two-wolves-one-winter": 2, "who-asked-for-this": 3}, "personalities": [{"card": "tachimori-sekien"}, {"card": "tachimori-kanade", "attached": ["winter-moth"]}, {"card": "wandering-aya", "attached": ["grandmothers-knife"]}], "hand": ["pledge-of-service"], "draw": 5, "discard": [], "honor": 5, "gold": 5}, {"name": "Nao", "deck": {"answer-for-every-question": 3, "ash-in-the-eyes": 2, "borrowed-breath": 2, "change-of-heart": 3, "dust-settles": 2, "gather-the-arrows": 2, "great-aunt-of-the-rapids": 1, "knife-under-the-fan": 3, "old-tricks-last": 2, "overreach": 1, "pockets-full-of-sand": 2, "pull-the-thread": 3, "river-takes-the-bridge": 1, "same-blade-tomorrow": 1, "second-shadow": 2, "strip-him-bare": 1, "twin-currents": 3, "weight-of-silence": 3, "wind-through-the-deck": 3}, "personalities": [{"card": "kuregawa-shigure", "attached": ["mirror-of-dark-bronze", "plain-katana"]}, {"card": "kuregawa-usui", "attached": ["champion-in-the-retinue"]}, {"card": "kuregawa-nure", "attached": ["grandmothers-knife"]}], "hand": [], "draw": 5, "discard": [], "honor": 5, "gold": 5}], "action": "pledge-of-service", "performer": 0, "active": 0, "rules": "celestial", "cards": [], "windows": "closed"}','{"names": ["Aki", "Nao"], "seats": ["person", "person"], "here": 0, "clock": [600, 5], "spectators": true, "judge": false, "odds": true, "public": false, "dice": "", "sits": "86b8630a4898aa50eef2a6904b78baf4", "together": false}','532c111cacd5de904a7884432a6e9421ec56bb99094153b5f244a0d77050e442',31,0);
INSERT INTO "duels" VALUES('ZaZlRQCF9YFV',1.79600758237388682361e+09,'rpg',1,'{"characters": [{"name": "Kaya of Still Pond", "rings": {"air": 3, "earth": 2, "fire": 3, "water": 2, "void": 2}, "skills": {"aesthetics": 1, "fitness": 1, "melee": 3, "meditation": 2, "sentiment": 1, "courtesy": 1}, "kind": "player-character", "clan": "Crane", "school": "Kakita Duelist", "school_rank": 2, "honor": 58, "glory": 44, "status": 35, "endurance": 10, "composure": 8, "focus": 6, "vigilance": 3, "void_max": 2, "void_points": 1, "weapons": [{"key": "katana", "name": "Katana", "category": "swords", "skill": "melee", "range_min": 1, "range_max": 1, "damage": 4, "deadliness": 5, "grips": [{"name": "1-hand", "hands": 1}, {"name": "2-hand", "hands": 2, "deadliness": 2}], "qualities": ["ceremonial", "razor-edged"]}, {"key": "wakizashi", "name": "Wakizashi", "category": "swords", "skill": "melee", "range_min": 0, "range_max": 1, "damage": 3, "deadliness": 5, "grips": [{"name": "1-hand", "hands": 1}, {"name": "2-hand", "hands": 2, "deadliness": 2}], "qualities": ["ceremonial", "razor-edged"]}], "armour": [{"key": "ceremonial-clothes", "name": "Ceremonial clothes", "physical": 1, "qualities": ["ceremonial", "resplendent"]}, {"key": "traveling-clothes", "name": "Traveling clothes", "physical": 2, "qualities": ["durable", "mundane", "subtle"]}], "techniques": [{"id": "way-of-the-crane", "name": "Way of the Crane", "kind": "ability", "rank": 1, "school": "Kakita Duelist", "effects": [{"effect": "alter-critical"}]}, {"id": "rising-blade", "name": "Rising Blade", "kind": "cut", "rank": 2, "effects": [{"effect": "attack", "skill": "melee", "tn": "vigilance", "weapon": "sheathed", "quality": "razor-edged", "also": ["bokken"], "damage": "deadliness", "undefendable": "compromised"}, {"effect": "opportunity", "own": true, "cost": 1, "does": "ready-sheathed"}], "printed": {"effects": [{"effect": "attack", "skill": "melee", "tn": 3, "weapon": "sheathed", "quality": "razor-edged", "also": ["bokken"], "damage": "deadliness", "undefendable": "compromised"}, {"effect": "opportunity", "own": true, "cost": 1, "does": "ready-sheathed"}]}}, {"id": "striking-as-air", "name": "Striking as Air", "kind": "kata", "ring": "air", "rank": 1, "effects": [{"effect": "opportunity", "skills": ["melee", "ranged", "unarmed"], "cost": 1, "scales": true, "each": 2, "does": "reserve-dice"}]}], "traits": [{"name": "Eyes like a Heron", "kind": "distinction", "ring": "air", "skills": ["melee", "sentiment"]}, {"name": "Admired and Knows It", "kind": "passion", "ring": "fire", "skills": ["courtesy"]}, {"name": "Weak Left Knee", "kind": "adversity", "ring": "water", "skills": ["fitness"]}, {"name": "Fear of Looking Foolish", "kind": "anxiety", "ring": "earth", "skills": ["melee"]}], "demeanor": "Patient and a little vain"}, {"name": "Shiori of Two Rivers", "rings": {"air": 2, "earth": 3, "fire": 3, "water": 2, "void": 2}, "skills": {"fitness": 2, "melee": 3, "meditation": 2, "tactics": 1, "theology": 1, "performance": 1}, "kind": "player-character", "clan": "Dragon", "school": "Mirumoto Two-Heavens Adept", "school_rank": 2, "honor": 52, "glory": 40, "status": 32, "endurance": 12, "composure": 10, "focus": 5, "vigilance": 2, "void_max": 2, "void_points": 1, "weapons": [{"key": "katana", "name": "Katana", "category": "swords", "skill": "melee", "range_min": 1, "range_max": 1, "damage": 4, "deadliness": 5, "grips": [{"name": "1-hand", "hands": 1}, {"name": "2-hand", "hands": 2, "deadliness": 2}], "qualities": ["ceremonial", "razor-edged"]}, {"key": "wakizashi", "name": "Wakizashi", "category": "swords", "skill": "melee", "range_min": 0, "range_max": 1, "damage": 3, "deadliness": 5, "grips": [{"name": "1-hand", "hands": 1}, {"name": "2-hand", "hands": 2, "deadliness": 2}], "qualities": ["ceremonial", "razor-edged"]}], "armour": [{"key": "ashigaru-armour", "name": "Ashigaru armour", "physical": 3, "qualities": ["wargear"]}, {"key": "ceremonial-clothes", "name": "Ceremonial clothes", "physical": 1, "qualities": ["ceremonial", "resplendent"]}], "techniques": [{"id": "way-of-the-dragon", "name": "Way of the Dragon", "kind": "ability", "rank": 1, "school": "Mirumoto Two-Heavens Adept", "effects": [{"effect": "ward-or-trap"}]}, {"id": "striking-as-fire", "name": "Striking as Fire", "kind": "kata", "ring": "fire", "rank": 1, "effects": [{"effect": "opportunity", "skills": ["melee", "ranged", "unarmed"], "types": ["attack"], "cost": 1, "scales": true, "does": "target-critical"}]}, {"id": "spinning-blades-style", "name": "Spinning Blades Style", "kind": "kata", "rank": 2, "effects": [{"effect": "opportunity", "skills": ["melee", "unarmed"], "types": ["attack"], "weapon": "second-readied", "cost": "vigilance", "does": "second-weapon"}]}, {"id": "crossing-blade", "name": "Crossing Blade", "kind": "cut", "rank": 2, "effects": [{"effect": "attack", "types": ["attack", "movement"], "skill": "melee", "tn": 2, "weapon": "sheathed", "quality": "razor-edged", "also": ["bokken"], "damage": "deadliness", "bonus": true}, {"effect": "opportunity", "own": true, "cost": 1, "does": "ready-sheathed"}]}], "traits": [{"name": "Both Hands Alike", "kind": "distinction", "ring": "fire", "skills": ["melee", "aesthetics"]}, {"name": "Riddles", "kind": "passion", "ring": "void", "skills": ["theology", "meditation"]}, {"name": "Easily Led Astray by Questions", "kind": "adversity", "ring": "earth", "skills": ["tactics", "courtesy"]}, {"name": "Dread of Deep Water", "kind": "anxiety", "ring": "water", "skills": ["fitness", "seafaring"]}], "demeanor": "Cheerful, curious, hard to startle"}], "form": "first-blood"}','{"names": ["Aki", "Nao"], "seats": ["person", "person"], "here": 0, "clock": null, "spectators": true, "judge": false, "odds": false, "public": false, "dice": "", "sits": "8f111aa53082700c31290cf9e0183a3a", "together": false}','05b7fb7553c4287a46b463c40b298162217cdf49568b403e3933bb88aecdb0aa',13,1);
INSERT INTO "duels" VALUES('4rCUYjJ1rzoI',1.79600758296539282795e+09,'rpg',1,'{"characters": [{"name": "Kaya of Still Pond", "rings": {"air": 3, "earth": 2, "fire": 3, "water": 2, "void": 2}, "skills": {"aesthetics": 1, "fitness": 1, "melee": 3, "meditation": 2, "sentiment": 1, "courtesy": 1}, "kind": "player-character", "clan": "Crane", "school": "Kakita Duelist", "school_rank": 2, "honor": 58, "glory": 44, "status": 35, "endurance": 10, "composure": 8, "focus": 6, "vigilance": 3, "void_max": 2, "void_points": 1, "weapons": [{"key": "katana", "name": "Katana", "category": "swords", "skill": "melee", "range_min": 1, "range_max": 1, "damage": 4, "deadliness": 5, "grips": [{"name": "1-hand", "hands": 1}, {"name": "2-hand", "hands": 2, "deadliness": 2}], "qualities": ["ceremonial", "razor-edged"]}, {"key": "wakizashi", "name": "Wakizashi", "category": "swords", "skill": "melee", "range_min": 0, "range_max": 1, "damage": 3, "deadliness": 5, "grips": [{"name": "1-hand", "hands": 1}, {"name": "2-hand", "hands": 2, "deadliness": 2}], "qualities": ["ceremonial", "razor-edged"]}], "armour": [{"key": "ceremonial-clothes", "name": "Ceremonial clothes", "physical": 1, "qualities": ["ceremonial", "resplendent"]}, {"key": "traveling-clothes", "name": "Traveling clothes", "physical": 2, "qualities": ["durable", "mundane", "subtle"]}], "techniques": [{"id": "way-of-the-crane", "name": "Way of the Crane", "kind": "ability", "rank": 1, "school": "Kakita Duelist", "effects": [{"effect": "alter-critical"}]}, {"id": "rising-blade", "name": "Rising Blade", "kind": "cut", "rank": 2, "effects": [{"effect": "attack", "skill": "melee", "tn": "vigilance", "weapon": "sheathed", "quality": "razor-edged", "also": ["bokken"], "damage": "deadliness", "undefendable": "compromised"}, {"effect": "opportunity", "own": true, "cost": 1, "does": "ready-sheathed"}], "printed": {"effects": [{"effect": "attack", "skill": "melee", "tn": 3, "weapon": "sheathed", "quality": "razor-edged", "also": ["bokken"], "damage": "deadliness", "undefendable": "compromised"}, {"effect": "opportunity", "own": true, "cost": 1, "does": "ready-sheathed"}]}}, {"id": "striking-as-air", "name": "Striking as Air", "kind": "kata", "ring": "air", "rank": 1, "effects": [{"effect": "opportunity", "skills": ["melee", "ranged", "unarmed"], "cost": 1, "scales": true, "each": 2, "does": "reserve-dice"}]}], "traits": [{"name": "Eyes like a Heron", "kind": "distinction", "ring": "air", "skills": ["melee", "sentiment"]}, {"name": "Admired and Knows It", "kind": "passion", "ring": "fire", "skills": ["courtesy"]}, {"name": "Weak Left Knee", "kind": "adversity", "ring": "water", "skills": ["fitness"]}, {"name": "Fear of Looking Foolish", "kind": "anxiety", "ring": "earth", "skills": ["melee"]}], "demeanor": "Patient and a little vain"}, {"name": "Shiori of Two Rivers", "rings": {"air": 2, "earth": 3, "fire": 3, "water": 2, "void": 2}, "skills": {"fitness": 2, "melee": 3, "meditation": 2, "tactics": 1, "theology": 1, "performance": 1}, "kind": "player-character", "clan": "Dragon", "school": "Mirumoto Two-Heavens Adept", "school_rank": 2, "honor": 52, "glory": 40, "status": 32, "endurance": 12, "composure": 10, "focus": 5, "vigilance": 2, "void_max": 2, "void_points": 1, "weapons": [{"key": "katana", "name": "Katana", "category": "swords", "skill": "melee", "range_min": 1, "range_max": 1, "damage": 4, "deadliness": 5, "grips": [{"name": "1-hand", "hands": 1}, {"name": "2-hand", "hands": 2, "deadliness": 2}], "qualities": ["ceremonial", "razor-edged"]}, {"key": "wakizashi", "name": "Wakizashi", "category": "swords", "skill": "melee", "range_min": 0, "range_max": 1, "damage": 3, "deadliness": 5, "grips": [{"name": "1-hand", "hands": 1}, {"name": "2-hand", "hands": 2, "deadliness": 2}], "qualities": ["ceremonial", "razor-edged"]}], "armour": [{"key": "ashigaru-armour", "name": "Ashigaru armour", "physical": 3, "qualities": ["wargear"]}, {"key": "ceremonial-clothes", "name": "Ceremonial clothes", "physical": 1, "qualities": ["ceremonial", "resplendent"]}], "techniques": [{"id": "way-of-the-dragon", "name": "Way of the Dragon", "kind": "ability", "rank": 1, "school": "Mirumoto Two-Heavens Adept", "effects": [{"effect": "ward-or-trap"}]}, {"id": "striking-as-fire", "name": "Striking as Fire", "kind": "kata", "ring": "fire", "rank": 1, "effects": [{"effect": "opportunity", "skills": ["melee", "ranged", "unarmed"], "types": ["attack"], "cost": 1, "scales": true, "does": "target-critical"}]}, {"id": "spinning-blades-style", "name": "Spinning Blades Style", "kind": "kata", "rank": 2, "effects": [{"effect": "opportunity", "skills": ["melee", "unarmed"], "types": ["attack"], "weapon": "second-readied", "cost": "vigilance", "does": "second-weapon"}]}, {"id": "crossing-blade", "name": "Crossing Blade", "kind": "cut", "rank": 2, "effects": [{"effect": "attack", "types": ["attack", "movement"], "skill": "melee", "tn": 2, "weapon": "sheathed", "quality": "razor-edged", "also": ["bokken"], "damage": "deadliness", "bonus": true}, {"effect": "opportunity", "own": true, "cost": 1, "does": "ready-sheathed"}]}], "traits": [{"name": "Both Hands Alike", "kind": "distinction", "ring": "fire", "skills": ["melee", "aesthetics"]}, {"name": "Riddles", "kind": "passion", "ring": "void", "skills": ["theology", "meditation"]}, {"name": "Easily Led Astray by Questions", "kind": "adversity", "ring": "earth", "skills": ["tactics", "courtesy"]}, {"name": "Dread of Deep Water", "kind": "anxiety", "ring": "water", "skills": ["fitness", "seafaring"]}], "demeanor": "Cheerful, curious, hard to startle"}], "form": "first-blood"}','{"names": ["Aki", "Nao"], "seats": ["person", "person"], "here": 0, "clock": null, "spectators": true, "judge": false, "odds": false, "public": false, "dice": "", "sits": "3353f8db338be5c7cf25012448a31a1b", "together": false}','17e089b07eb5c4821c57eb1ad70cc4c60a0d5da5e1a3245c788540feec07a719',9,0);
CREATE TABLE gaps (
	began FLOAT NOT NULL, 
	ended FLOAT NOT NULL, 
	PRIMARY KEY (began)
);
CREATE TABLE log (
	duel VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	data TEXT NOT NULL, 
	PRIMARY KEY (duel, number)
);
INSERT INTO "log" VALUES('dqbEubWLs86n',0,1.79600757944709920883e+09,'enter',1,'{"role": "seat", "name": "Nao"}');
INSERT INTO "log" VALUES('dqbEubWLs86n',1,1.79600757949487686154e+09,'answer',0,'{"answer": ["pick", 0]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',2,1.79600757957610392568e+09,'answer',0,'{"answer": ["pick", 10]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',3,1.79600757962331914908e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',4,1.79600757962934517858e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',5,1.79600757964490652081e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',6,1.79600757965496754652e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',7,1.79600757965882372856e+09,'answer',0,'{"answer": ["side", 1]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',8,1.7960075796842947006e+09,'answer',1,'{"answer": ["focus", "hand", 4, false]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',9,1.79600757969170403481e+09,'answer',0,'{"answer": ["focus", "hand", 3, false]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',10,1.79600757969986081128e+09,'answer',1,'{"answer": ["focus", "pool", 1, false]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',11,1.79600757970754480361e+09,'answer',0,'{"answer": ["focus", "pool", 0, false]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',12,1.79600757973194813726e+09,'answer',1,'{"answer": ["strike"]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',13,1.79600757974702382089e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',14,1.7960075797559349537e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',15,1.79600757977604341504e+09,'answer',0,'{"answer": ["use", "hand", 3, 0]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',16,1.79600757979569649689e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',17,1.79600757981457591055e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',18,1.79600757983684015278e+09,'answer',0,'{"answer": ["pick", 18]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',19,1.79600757987178540229e+09,'answer',0,'{"answer": ["pick", 19]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',20,1.79600757990162158009e+09,'answer',1,'{"answer": ["pick", 18]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',21,1.79600757994065046308e+09,'answer',0,'{"answer": ["use", "hand", 1, 0]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',22,1.79600757997362375263e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',23,1.79600758000516152381e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',24,1.79600758004952692982e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',25,1.79600758008207273485e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',26,1.79600758009756398202e+09,'answer',0,'{"answer": [1, 0]}');
INSERT INTO "log" VALUES('dqbEubWLs86n',27,1.7960075801304931641e+09,'answer',1,'{"answer": [1, 0]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',0,1.79600758029013109207e+09,'enter',1,'{"role": "seat", "name": "Nao"}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',1,1.79600758042696309092e+09,'answer',0,'{"answer": ["pick", 0]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',2,1.79600758046674466132e+09,'answer',0,'{"answer": ["pick", 5]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',3,1.79600758048813509935e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',4,1.79600758049603343013e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',5,1.79600758050831246382e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',6,1.79600758052819800374e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',7,1.79600758096011447906e+09,'answer',0,'{"answer": ["side", 0]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',8,1.79600758100659871102e+09,'answer',0,'{"answer": ["focus", "hand", 2, false]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',9,1.79600758107191157348e+09,'answer',1,'{"answer": ["focus", "pool", 2, false]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',10,1.7960075811123890877e+09,'answer',0,'{"answer": ["focus", "pool", 2, false]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',11,1.79600758120784854887e+09,'answer',1,'{"answer": ["focus", "hand", 2, false]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',12,1.79600758122281169886e+09,'answer',0,'{"answer": ["strike"]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',13,1.79600758123872375491e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',14,1.79600758125712609298e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',15,1.79600758134273219114e+09,'answer',1,'{"answer": ["use", "play", 6, 0]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',16,1.7960075814231090546e+09,'answer',1,'{"answer": ["pick", 19]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',17,1.79600758149580860137e+09,'answer',1,'{"answer": ["pick", 14]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',18,1.79600758154584646229e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',19,1.79600758156215643875e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',20,1.79600758160439157484e+09,'answer',0,'{"answer": ["pick", 17]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',21,1.7960075816527979374e+09,'answer',1,'{"answer": ["use", "focused", 17, 0]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',22,1.79600758167078495023e+09,'answer',1,'{"answer": ["slot", 0]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',23,1.79600758174385428424e+09,'answer',0,'{"answer": ["pick", 19]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',24,1.7960075818073868751e+09,'answer',0,'{"answer": ["pick", 20]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',25,1796007581.86466,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',26,1.79600758192428565027e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',27,1.79600758195820975303e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',28,1.79600758205775618558e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',29,1.79600758209647202489e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('jOk7z5zqdX3F',30,1.79600758215371704104e+09,'answer',0,'{"answer": [0, 1]}');
INSERT INTO "log" VALUES('ZaZlRQCF9YFV',0,1.79600758255950737002e+09,'enter',1,'{"role": "seat", "name": "Nao"}');
INSERT INTO "log" VALUES('ZaZlRQCF9YFV',1,1.79600758261680698395e+09,'answer',0,'{"answer": ["ring", "earth"]}');
INSERT INTO "log" VALUES('ZaZlRQCF9YFV',2,1.79600758264878606791e+09,'answer',0,'{"answer": ["go-on"]}');
INSERT INTO "log" VALUES('ZaZlRQCF9YFV',3,1.7960075828001618386e+09,'answer',0,'{"answer": [2, 3]}');
INSERT INTO "log" VALUES('ZaZlRQCF9YFV',4,1.79600758284653949734e+09,'answer',0,'{"answer": ["spend", "steady", 1]}');
INSERT INTO "log" VALUES('ZaZlRQCF9YFV',5,1.79600758285351443294e+09,'answer',0,'{"answer": ["pick", "Weak Left Knee"]}');
INSERT INTO "log" VALUES('ZaZlRQCF9YFV',6,1.79600758286208415036e+09,'answer',1,'{"answer": ["ring", "void"]}');
INSERT INTO "log" VALUES('ZaZlRQCF9YFV',7,1.7960075828780865669e+09,'answer',1,'{"answer": ["go-on"]}');
INSERT INTO "log" VALUES('ZaZlRQCF9YFV',8,1.79600758288844680786e+09,'answer',1,'{"answer": [2, 3]}');
INSERT INTO "log" VALUES('ZaZlRQCF9YFV',9,1.79600758289923977855e+09,'answer',1,'{"answer": ["spend", "learn-easiest-way", 1]}');
INSERT INTO "log" VALUES('ZaZlRQCF9YFV',10,1.79600758290647602088e+09,'answer',1,'{"answer": ["go-on"]}');
INSERT INTO "log" VALUES('ZaZlRQCF9YFV',11,1.79600758291043853757e+09,'answer',0,'{"answer": ["concede"]}');
INSERT INTO "log" VALUES('ZaZlRQCF9YFV',12,1.796007582918320179e+09,'answer',1,'{"answer": ["concede"]}');
INSERT INTO "log" VALUES('4rCUYjJ1rzoI',0,1.79600758298585653303e+09,'enter',1,'{"role": "seat", "name": "Nao"}');
INSERT INTO "log" VALUES('4rCUYjJ1rzoI',1,1.79600758299837493891e+09,'answer',0,'{"answer": ["ring", "earth"]}');
INSERT INTO "log" VALUES('4rCUYjJ1rzoI',2,1.79600758300642824173e+09,'answer',0,'{"answer": ["yes"]}');
INSERT INTO "log" VALUES('4rCUYjJ1rzoI',3,1.79600758301612329487e+09,'answer',0,'{"answer": [3]}');
INSERT INTO "log" VALUES('4rCUYjJ1rzoI',4,1.79600758302322244643e+09,'answer',1,'{"answer": ["ring", "water"]}');
INSERT INTO "log" VALUES('4rCUYjJ1rzoI',5,1.79600758303143739694e+09,'answer',1,'{"answer": ["go-on"]}');
INSERT INTO "log" VALUES('4rCUYjJ1rzoI',6,1.79600758304225659373e+09,'answer',1,'{"answer": [2]}');
INSERT INTO "log" VALUES('4rCUYjJ1rzoI',7,1.79600758305933380122e+09,'answer',1,'{"answer": ["go-on"]}');
INSERT INTO "log" VALUES('4rCUYjJ1rzoI',8,1.79600758306791186331e+09,'answer',0,'{"answer": ["concede"]}');
CREATE TABLE pages (
	process VARCHAR(32) NOT NULL, 
	duel VARCHAR(32) NOT NULL, 
	role VARCHAR(16) NOT NULL, 
	seat INTEGER NOT NULL, 
	count INTEGER NOT NULL, 
	"left" FLOAT NOT NULL, 
	PRIMARY KEY (process, duel, role, seat)
);
CREATE TABLE passes (
	secret VARCHAR(64) NOT NULL, 
	duel VARCHAR(32) NOT NULL, 
	role VARCHAR(16) NOT NULL, 
	seat INTEGER, 
	name VARCHAR(80) NOT NULL, 
	link BOOLEAN NOT NULL, 
	PRIMARY KEY (secret, duel)
);
INSERT INTO "passes" VALUES('e9a402d3539be7bee62f99a9e5c2c01930fc2142d9c13a2c85579554d45c261a','dqbEubWLs86n','seat',1,'Nao',1);
INSERT INTO "passes" VALUES('875a6a9f882e3ebb8ef745b0ea4d2b40063aebf36a7bc4252808787cb393b81b','dqbEubWLs86n','spectator',NULL,'',1);
INSERT INTO "passes" VALUES('20492887d6c6dad12e1c311e627592f694ad833132e240b7a6e42393d19753df','dqbEubWLs86n','seat',0,'Aki',0);
INSERT INTO "passes" VALUES('8b22f8e235ad0149df54832446bd6810fa90cbfa61087058dbe46ecd63c38c53','dqbEubWLs86n','seat',1,'Nao',0);
INSERT INTO "passes" VALUES('995cc464ec1243f2e946bdad9a970b9fcb54dad18f3ed1a7218002212336e386','jOk7z5zqdX3F','seat',1,'Nao',1);
INSERT INTO "passes" VALUES('9d8be1ee44ac3352880c03851cd1d51a0ff830da73276cdd612e98025bfcc72f','jOk7z5zqdX3F','spectator',NULL,'',1);
INSERT INTO "passes" VALUES('b19d64f0bc625d1b3d11b4dc1a6935859cd65e7f4206fab8630ff546e329503b','jOk7z5zqdX3F','seat',0,'Aki',0);
INSERT INTO "passes" VALUES('bd13cbe320c511716fba7e747b85c746391da8dd00cb41d2cb5f9219ba8629ae','jOk7z5zqdX3F','seat',1,'Nao',0);
INSERT INTO "passes" VALUES('771b048f231c5b73f81d6cbf2dc6a2aee499af22c20243851836b0c534d2d333','ZaZlRQCF9YFV','seat',1,'Nao',1);
INSERT INTO "passes" VALUES('8ed6479ddb9bd54122d03b2952c8bc95b91d0e6f538e0d6864cdc60f088ffe54','ZaZlRQCF9YFV','spectator',NULL,'',1);
INSERT INTO "passes" VALUES('19f9cae78ddb793d62e39e32809a32e48fd37183ca8b74636f72f17317915ef8','ZaZlRQCF9YFV','seat',0,'Aki',0);
INSERT INTO "passes" VALUES('cf31f0bf8a2f8ff9c7d499211d1d7145ee7101ebf74e4ea98263584142207987','ZaZlRQCF9YFV','seat',1,'Nao',0);
INSERT INTO "passes" VALUES('72a0a4f3c32a05305b6aeee1e311e88bc17d0d5e59d64da235bc532354cb210b','4rCUYjJ1rzoI','seat',1,'Nao',1);
INSERT INTO "passes" VALUES('8a09d69685130783252a833c597febd70a7ce866da5602c1be996d201dbeabd7','4rCUYjJ1rzoI','spectator',NULL,'',1);
INSERT INTO "passes" VALUES('422c33ff1f6e3b0256f9b9bb7bc8d6e833f57af3dc2fc0d7d7056521dff3e92a','4rCUYjJ1rzoI','seat',0,'Aki',0);
INSERT INTO "passes" VALUES('3e52e301a8c3378983d8dfef3d19df7d3559c89829ae66148920a3226de31721','4rCUYjJ1rzoI','seat',1,'Nao',0);
CREATE TABLE pulses (
	process VARCHAR(32) NOT NULL, 
	last FLOAT NOT NULL, 
	PRIMARY KEY (process)
);
INSERT INTO "pulses" VALUES('abe25880fc211bbe',1.79600758130670499794e+09);
CREATE INDEX passes_of_duel ON passes (duel);
CREATE INDEX pages_of_duel ON pages (duel);
COMMIT;
