BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE answers (
	duel VARCHAR(32) NOT NULL, 
	question VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	PRIMARY KEY (duel, question, seat)
);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q1.0',0,1);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q2.0',0,2);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q3.0',0,3);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q1.0',1,4);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q4.0',0,5);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q2.0',1,6);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q5.0',0,7);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q3.0',1,8);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q6.0',0,9);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q4.0',1,10);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q7.0',0,11);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q5.0',1,12);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q8.0',0,13);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q6.0',1,14);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q9.0',0,15);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q7.0',1,16);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q10.0',0,17);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q8.0',1,18);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q11.0',0,19);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q9.0',1,20);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q12.0',0,21);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q13.0',0,22);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q10.0',1,23);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q14.0',0,24);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q11.0',1,25);
INSERT INTO "answers" VALUES('4MaOZCeM6PzP','q15.0',0,26);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q1.0',0,1);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q2.0',0,2);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q3.0',0,3);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q1.0',1,4);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q4.0',0,5);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q2.0',1,6);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q5.0',0,7);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q6.0',0,8);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q3.0',1,9);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q7.0',0,10);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q4.0',1,11);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q8.0',0,12);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q9.0',0,13);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q5.0',1,14);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q6.0',1,15);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q7.0',1,16);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q8.0',1,17);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q10.0',0,18);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q9.0',1,19);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q11.0',0,20);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q12.0',0,21);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q13.0',0,22);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q10.0',1,23);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q14.0',0,24);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q11.0',1,25);
INSERT INTO "answers" VALUES('7fqwYmzTZXmN','q15.0',0,26);
INSERT INTO "answers" VALUES('6yNO34AtScLH','q1.0',0,1);
INSERT INTO "answers" VALUES('6yNO34AtScLH','q2.0',0,2);
INSERT INTO "answers" VALUES('6yNO34AtScLH','q3.0',0,3);
INSERT INTO "answers" VALUES('6yNO34AtScLH','q4.0',0,4);
INSERT INTO "answers" VALUES('6yNO34AtScLH','q5.0',0,5);
INSERT INTO "answers" VALUES('6yNO34AtScLH','q1.0',1,6);
INSERT INTO "answers" VALUES('6yNO34AtScLH','q2.0',1,7);
INSERT INTO "answers" VALUES('6yNO34AtScLH','q3.0',1,8);
INSERT INTO "answers" VALUES('6yNO34AtScLH','q4.0',1,9);
INSERT INTO "answers" VALUES('6yNO34AtScLH','q5.0',1,10);
INSERT INTO "answers" VALUES('6yNO34AtScLH','q6.0',0,11);
INSERT INTO "answers" VALUES('6yNO34AtScLH','q6.0',1,12);
INSERT INTO "answers" VALUES('jvxilDKTr1KF','q1.0',0,1);
INSERT INTO "answers" VALUES('jvxilDKTr1KF','q2.0',0,2);
INSERT INTO "answers" VALUES('jvxilDKTr1KF','q3.0',0,3);
INSERT INTO "answers" VALUES('jvxilDKTr1KF','q4.0',0,4);
INSERT INTO "answers" VALUES('jvxilDKTr1KF','q5.0',0,5);
INSERT INTO "answers" VALUES('jvxilDKTr1KF','q1.0',1,6);
INSERT INTO "answers" VALUES('jvxilDKTr1KF','q2.0',1,7);
INSERT INTO "answers" VALUES('jvxilDKTr1KF','q3.0',1,8);
INSERT INTO "answers" VALUES('jvxilDKTr1KF','q4.0',1,9);
INSERT INTO "answers" VALUES('jvxilDKTr1KF','q5.0',1,10);
INSERT INTO "answers" VALUES('jvxilDKTr1KF','q6.0',0,11);
CREATE TABLE commands (
	duel VARCHAR(32) NOT NULL, 
	holder VARCHAR(64) NOT NULL, 
	command VARCHAR(64) NOT NULL, 
	version VARCHAR(64) NOT NULL, 
	PRIMARY KEY (duel, holder, command)
);
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 0','9b572269-7151-42af-a4ce-b4c5b3932826','33204e2e335ff740c894e50f');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 0','7235638c-fb4e-4a44-aba8-c844c1fa64b9','034d8cae1f1ea55685329cac');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 0','e1cbb96a-f57d-4fcc-a536-94d93ad048d5','5faf9c7c0fdd1391868879e9');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 1','ba833903-fa3d-49dd-90b8-e76e63c8b3ac','a5d9675ff61271099a4fa854');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 0','45c5bf58-657f-40f3-8305-4ac7567f2ea9','0b79b55bc1c3b73dd0c890dd');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 1','16cd922b-876a-403a-ad2d-6c36eb1160c7','2bc9fdc670baac0f0ff4cbd8');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 0','309c9d81-e5a9-44c0-b65c-42a9ba1a1418','6c588442d740a32942bc1bf3');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 1','955a8670-343c-42ed-9973-94e983f2636a','8d56638adbeab6bd67d1348d');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 0','ac44d37a-f56e-4a92-916e-f54c6e79cd4f','f0414ed11f137827bc9e05dc');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 1','7d2dc0d4-ba55-4f33-822c-b33a2a1661d8','c2589c56fe687eb0cf5d6e47');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 0','a57d8569-d4e6-4667-ac01-a6f698bf28e8','fadfb6d2d4bf7823321a1051');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 1','d9194732-8043-452c-b7f7-178e1e396d78','86b22227f0ff7ea157695eda');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 0','aebe7ae2-875e-4ad3-aab3-d8009d554850','ab07318c2ab5874cb14ded37');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 1','aa739ab6-cc05-4586-a75c-e545d94ddba9','9c99f5090c737d87607cc61e');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 0','f1328595-e81b-4a64-8481-fb429d391dc0','599a6aec22555771f55990e5');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 1','cac7c3dc-9661-4ed8-a3a5-07259b464f5e','25ee72fb2cd8195f92d40921');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 0','1ed5690f-8a5b-44a6-9308-ce54a38f2421','52185fa936f9c6e73c80671a');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 1','e500ca09-5c52-47ac-a13f-95843768b412','9590a7c1dd76edbdd211c08a');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 0','f20a2a18-b984-48da-9c93-1fc899a5257e','52185fa936f9c6e73c80671a');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 1','40bf2b47-d915-4ad9-86d5-4de2175a118f','06582bb0fefb9dd44d70f48e');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 0','adf60af9-3d07-40b0-a344-2a5ab4750e8e','81c2a650cf15c2d4e7603b56');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 0','f1a6fa3a-ee1e-4a3e-ab3d-be460804e9d5','7b124715fd340a3d3748183f');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 1','53b18e21-21ba-4552-9745-eb8800718606','2e4e3e2d267690fff5817d37');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 0','3e9c9a05-8df6-4ade-b9b4-fc7aa3bdd187','86c44f1713c7fcf050e029d2');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 1','0b02300e-fab2-449c-894a-bd158bfc2ff0','040ed4c99d3d6a9c1c222332');
INSERT INTO "commands" VALUES('4MaOZCeM6PzP','seat 0','e95b43af-ec24-4b9b-bb4c-93ad601ab255','ef372a4b89abddd7f51acf24');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 0','ec924b1e-604f-4b6d-8eaa-348322aaac1f','0460007086f693ec8246fc80');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 0','e1c82a29-07cc-41c7-b082-a042e307b2c1','ca406ad8d85c8ac6ea89dfc2');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 0','aa75dc1b-13cb-4641-8765-a46bac92e39f','8bc676579ca2a4771e56115d');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 1','1b04f4ab-72d0-4005-8d7f-856b74f5e35c','ad530c408ed5bf3336e9bef2');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 0','57e0adb6-5b4d-4f76-908a-80adcbd2fba7','2154aa6080e27acec5956a5b');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 1','148b615d-b2a1-4e2c-a581-82d07bb528c2','27ced006ec6e6788a7dd7347');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 0','a442450f-08aa-40b8-8cb6-ed629b877f51','047a05829489a12ff660f5d7');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 0','409a789a-4c69-451c-95d4-1d4cad73bb80','70e62e6ae6b77d95f8de97da');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 1','9ed89e6b-4d16-4c83-8234-ea9ef53020d3','979b97ea3349d2c855156fd5');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 0','7c349e4c-3573-4279-a55c-906ee472be25','716f498381915ca719eeaf8d');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 1','31ea281e-117c-4313-a3fb-03774165b472','06be2b55c95283d5a5e23da2');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 0','0c1e98b0-5661-4836-84f8-9482cc9b2bbb','3a6f60575bbba444558e788e');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 0','3ea56edb-29e9-4a85-af91-26a750f859a8','7d6a1ae36711ad3d4efdfcec');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 1','2a657a71-4fac-4c35-9d2b-a42170fb528e','fad16e3f77831cab5a51f9b3');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 1','0d0a96cf-a76a-43ee-bd89-0b590129671c','011c1cafb5ad079b56f10d50');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 1','524fb210-3cfd-4073-b558-e7449607109d','0bf0c95e231d1abf8b39fd10');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 1','e9fa5374-49e3-4ca2-b092-d663c03d9763','c9396f0d01f4a13f0afbfa14');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 0','1f25dd09-3552-4647-85bc-40e103a27452','3bc00716581f8082be81b009');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 1','83edb491-4c89-43db-a558-9b0226f8a540','a4601d978000802665beb7a2');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 0','a3365cfb-9f6a-47ef-b001-e0229d9c3da7','c142297bf3d989a963de8ab3');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 0','115200e2-a66d-49fb-8076-42c680df4824','b7127aadb1cd2b2c430dd306');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 0','f6ce8211-8760-4d5d-8463-c2796db89a72','e7c7673d47f20ab1b587703b');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 1','062c1805-4350-48d7-ba7b-6e9c78e9e303','e96b1d6560dabbd997a2ad34');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 0','5c9f77c7-e365-4a99-8c76-038468e0fdd7','fa40cfe7debca1e0f26681c7');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 1','bfdd7291-92a3-400e-a502-c852e114893b','a93c43bc837e1f8933f61394');
INSERT INTO "commands" VALUES('7fqwYmzTZXmN','seat 0','3cdcac2d-adfb-4853-9cac-13887131a425','8822ce8b1b5a02d646a75720');
INSERT INTO "commands" VALUES('6yNO34AtScLH','seat 0','8825a9e3-b65d-4ea1-952d-f47a7e644528','1feb9aba1c67d23c4d889b58');
INSERT INTO "commands" VALUES('6yNO34AtScLH','seat 0','6978563e-e03c-4dc2-92e1-77e97070eb01','99a91734ae9a46afd2939673');
INSERT INTO "commands" VALUES('6yNO34AtScLH','seat 0','9fe73da6-807d-42cb-a9c8-3c36396f080f','4a1d925d3fb9510d47c06234');
INSERT INTO "commands" VALUES('6yNO34AtScLH','seat 0','472743a9-46a6-45a1-889d-637955b57843','23ebd9f080b367a1303f7ebf');
INSERT INTO "commands" VALUES('6yNO34AtScLH','seat 0','a61f4636-471e-4034-853d-0e5092a7d3b6','dce374ce6a1003f7d3541495');
INSERT INTO "commands" VALUES('6yNO34AtScLH','seat 1','4b3fe462-4e02-4714-bb56-2b9d63c44948','53ec9490d19f41f39af721fd');
INSERT INTO "commands" VALUES('6yNO34AtScLH','seat 1','e2d5e29d-c077-49f2-9f47-af84257bffd5','93afdec02b98b4912a25727d');
INSERT INTO "commands" VALUES('6yNO34AtScLH','seat 1','cbd440bc-51f5-4b55-824b-ded567678648','a478b96a54e6e18634049e33');
INSERT INTO "commands" VALUES('6yNO34AtScLH','seat 1','2a7d59f8-3d15-4a48-8fd2-2b075bc40d01','2b6d485690656679b6fbbf9e');
INSERT INTO "commands" VALUES('6yNO34AtScLH','seat 1','4e52f0ee-b3c4-4f89-ae23-3e592f5596d7','d42608cd510da45a9c806fbf');
INSERT INTO "commands" VALUES('6yNO34AtScLH','seat 0','6abbc581-a77a-4e03-9e9d-61d5616f46ed','4895e555f03b9e608f4e5bae');
INSERT INTO "commands" VALUES('6yNO34AtScLH','seat 1','c26f822f-5cf6-4d34-b889-d71730e3a2ab','89bdbfa0a102bd11bc977343');
INSERT INTO "commands" VALUES('jvxilDKTr1KF','seat 0','1f1dede2-d675-4ed5-a181-df75248b07f2','e8859f07f19f05299809ce4b');
INSERT INTO "commands" VALUES('jvxilDKTr1KF','seat 0','e0de68e4-a97e-48a3-9b05-b0bfdcd998fe','638215dd06f8e3f4230e5abe');
INSERT INTO "commands" VALUES('jvxilDKTr1KF','seat 0','dd3b78f7-10b1-434f-8819-3297b7ec337e','15faec348757be1b5f77f97e');
INSERT INTO "commands" VALUES('jvxilDKTr1KF','seat 0','91025be1-3de3-4405-8198-3b4a1e59460a','b7dd5c88d3895e28759c1f97');
INSERT INTO "commands" VALUES('jvxilDKTr1KF','seat 0','1407b005-0688-40b9-b729-e2b2ca46c630','be3149bb75bb6a41caa4fe8c');
INSERT INTO "commands" VALUES('jvxilDKTr1KF','seat 1','88c03df4-bfa5-4cb0-951e-b300d6d01356','2c244a377249a94cbf1af1dd');
INSERT INTO "commands" VALUES('jvxilDKTr1KF','seat 1','f1eaedf3-353d-460f-b661-742e9c998d0d','6ed24a2802d7c3f301d5f14f');
INSERT INTO "commands" VALUES('jvxilDKTr1KF','seat 1','21ef2241-7e82-4e9b-95c6-bbd048c4e8cf','d25ed7d75e08da05234ccd7a');
INSERT INTO "commands" VALUES('jvxilDKTr1KF','seat 1','dbf45fd5-9b93-4046-a16b-9bd4615d6a44','7d2a7ca9bad2dfd15758be55');
INSERT INTO "commands" VALUES('jvxilDKTr1KF','seat 1','ab11ac14-4682-4090-b116-e08d6221f6af','acaf5c8ca2ac248358c5a24d');
INSERT INTO "commands" VALUES('jvxilDKTr1KF','seat 0','d238c5de-5009-430c-9d2c-026ab95f50ba','3acfd2347f3c9b52bbebc682');
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
INSERT INTO "duels" VALUES('4MaOZCeM6PzP',1.79601489067692756656e+09,'cards',1,'{"players": [{"name": "Aki", "deck": {"all-the-years": 2, "both-names-on-one-stone": 1, "circle-of-empty-sky": 1, "crooked-verdict": 1, "edge-on-the-whetstone": 3, "full-sleeves": 2, "grandmothers-knife": 2, "half-a-step-short": 3, "last-leaf-falls": 3, "nothing-left-to-guard": 3, "one-step-more": 2, "right-of-the-called": 2, "shout-from-the-belly": 3, "something-on-the-blade": 2, "stone-in-the-fist": 3, "thirteenth-bead": 2, "two-wolves-one-winter": 2, "who-asked-for-this": 3}, "personalities": [{"card": "tachimori-sekien"}, {"card": "tachimori-kanade", "attached": ["winter-moth"]}, {"card": "wandering-aya", "attached": ["grandmothers-knife"]}], "hand": ["pledge-of-service"], "draw": 5, "discard": [], "honor": 5, "gold": 5}, {"name": "Nao", "deck": {"answer-for-every-question": 3, "ash-in-the-eyes": 2, "borrowed-breath": 2, "change-of-heart": 3, "dust-settles": 2, "gather-the-arrows": 2, "great-aunt-of-the-rapids": 1, "knife-under-the-fan": 3, "old-tricks-last": 2, "overreach": 1, "pockets-full-of-sand": 2, "pull-the-thread": 3, "river-takes-the-bridge": 1, "same-blade-tomorrow": 1, "second-shadow": 2, "strip-him-bare": 1, "twin-currents": 3, "weight-of-silence": 3, "wind-through-the-deck": 3}, "personalities": [{"card": "kuregawa-shigure", "attached": ["mirror-of-dark-bronze", "plain-katana"]}, {"card": "kuregawa-usui", "attached": ["champion-in-the-retinue"]}, {"card": "kuregawa-nure", "attached": ["grandmothers-knife"]}], "hand": [], "draw": 5, "discard": [], "honor": 5, "gold": 5}], "action": "pledge-of-service", "performer": 0, "active": 0, "rules": "celestial", "cards": [], "windows": "closed"}','{"names": ["Aki", "Nao"], "seats": ["person", "person"], "here": 0, "clock": null, "spectators": true, "judge": false, "odds": true, "public": false, "dice": "", "sits": "751839bf512cf42f351b08c361aafe45", "together": false}','b451c09cdf7b2a7f029bdaefa22ee8d358dfcff1c6bef344193256c7c6a268ee',27,1);
INSERT INTO "duels" VALUES('7fqwYmzTZXmN',1.79601489099629879004e+09,'cards',1,'{"players": [{"name": "Aki", "deck": {"all-the-years": 2, "both-names-on-one-stone": 1, "circle-of-empty-sky": 1, "crooked-verdict": 1, "edge-on-the-whetstone": 3, "full-sleeves": 2, "grandmothers-knife": 2, "half-a-step-short": 3, "last-leaf-falls": 3, "nothing-left-to-guard": 3, "one-step-more": 2, "right-of-the-called": 2, "shout-from-the-belly": 3, "something-on-the-blade": 2, "stone-in-the-fist": 3, "thirteenth-bead": 2, "two-wolves-one-winter": 2, "who-asked-for-this": 3}, "personalities": [{"card": "tachimori-sekien"}, {"card": "tachimori-kanade", "attached": ["winter-moth"]}, {"card": "wandering-aya", "attached": ["grandmothers-knife"]}], "hand": ["pledge-of-service"], "draw": 5, "discard": [], "honor": 5, "gold": 5}, {"name": "Nao", "deck": {"answer-for-every-question": 3, "ash-in-the-eyes": 2, "borrowed-breath": 2, "change-of-heart": 3, "dust-settles": 2, "gather-the-arrows": 2, "great-aunt-of-the-rapids": 1, "knife-under-the-fan": 3, "old-tricks-last": 2, "overreach": 1, "pockets-full-of-sand": 2, "pull-the-thread": 3, "river-takes-the-bridge": 1, "same-blade-tomorrow": 1, "second-shadow": 2, "strip-him-bare": 1, "twin-currents": 3, "weight-of-silence": 3, "wind-through-the-deck": 3}, "personalities": [{"card": "kuregawa-shigure", "attached": ["mirror-of-dark-bronze", "plain-katana"]}, {"card": "kuregawa-usui", "attached": ["champion-in-the-retinue"]}, {"card": "kuregawa-nure", "attached": ["grandmothers-knife"]}], "hand": [], "draw": 5, "discard": [], "honor": 5, "gold": 5}], "action": "pledge-of-service", "performer": 0, "active": 0, "rules": "celestial", "cards": [], "windows": "closed"}','{"names": ["Aki", "Nao"], "seats": ["person", "person"], "here": 0, "clock": [600, 5], "spectators": true, "judge": false, "odds": true, "public": false, "dice": "", "sits": "c3ccb8c8fe2c038fe4fd05ebe42409fe", "together": false}','32f7287c6a5be605715c8c123c9499d7c013f2b6689075297916cc74835e6857',27,0);
INSERT INTO "duels" VALUES('6yNO34AtScLH',1.79601489116201853751e+09,'rpg',1,'{"characters": [{"name": "Kaya of Still Pond", "rings": {"air": 3, "earth": 2, "fire": 3, "water": 2, "void": 2}, "skills": {"aesthetics": 1, "fitness": 1, "melee": 3, "meditation": 2, "sentiment": 1, "courtesy": 1}, "kind": "player-character", "clan": "Crane", "school": "Kakita Duelist", "school_rank": 2, "honor": 58, "glory": 44, "status": 35, "endurance": 10, "composure": 8, "focus": 6, "vigilance": 3, "void_max": 2, "void_points": 1, "weapons": [{"key": "katana", "name": "Katana", "category": "swords", "skill": "melee", "range_min": 1, "range_max": 1, "damage": 4, "deadliness": 5, "grips": [{"name": "1-hand", "hands": 1}, {"name": "2-hand", "hands": 2, "deadliness": 2}], "qualities": ["ceremonial", "razor-edged"]}, {"key": "wakizashi", "name": "Wakizashi", "category": "swords", "skill": "melee", "range_min": 0, "range_max": 1, "damage": 3, "deadliness": 5, "grips": [{"name": "1-hand", "hands": 1}, {"name": "2-hand", "hands": 2, "deadliness": 2}], "qualities": ["ceremonial", "razor-edged"]}], "armour": [{"key": "ceremonial-clothes", "name": "Ceremonial clothes", "physical": 1, "qualities": ["ceremonial", "resplendent"]}, {"key": "traveling-clothes", "name": "Traveling clothes", "physical": 2, "qualities": ["durable", "mundane", "subtle"]}], "techniques": [{"id": "way-of-the-crane", "name": "Way of the Crane", "kind": "ability", "rank": 1, "school": "Kakita Duelist", "effects": [{"effect": "alter-critical"}]}, {"id": "rising-blade", "name": "Rising Blade", "kind": "cut", "rank": 2, "effects": [{"effect": "attack", "skill": "melee", "tn": "vigilance", "weapon": "sheathed", "quality": "razor-edged", "also": ["bokken"], "damage": "deadliness", "undefendable": "compromised"}, {"effect": "opportunity", "own": true, "cost": 1, "does": "ready-sheathed"}], "printed": {"effects": [{"effect": "attack", "skill": "melee", "tn": 3, "weapon": "sheathed", "quality": "razor-edged", "also": ["bokken"], "damage": "deadliness", "undefendable": "compromised"}, {"effect": "opportunity", "own": true, "cost": 1, "does": "ready-sheathed"}]}}, {"id": "striking-as-air", "name": "Striking as Air", "kind": "kata", "ring": "air", "rank": 1, "effects": [{"effect": "opportunity", "skills": ["melee", "ranged", "unarmed"], "cost": 1, "scales": true, "each": 2, "does": "reserve-dice"}]}], "traits": [{"name": "Eyes like a Heron", "kind": "distinction", "ring": "air", "skills": ["melee", "sentiment"]}, {"name": "Admired and Knows It", "kind": "passion", "ring": "fire", "skills": ["courtesy"]}, {"name": "Weak Left Knee", "kind": "adversity", "ring": "water", "skills": ["fitness"]}, {"name": "Fear of Looking Foolish", "kind": "anxiety", "ring": "earth", "skills": ["melee"]}], "demeanor": "Patient and a little vain"}, {"name": "Shiori of Two Rivers", "rings": {"air": 2, "earth": 3, "fire": 3, "water": 2, "void": 2}, "skills": {"fitness": 2, "melee": 3, "meditation": 2, "tactics": 1, "theology": 1, "performance": 1}, "kind": "player-character", "clan": "Dragon", "school": "Mirumoto Two-Heavens Adept", "school_rank": 2, "honor": 52, "glory": 40, "status": 32, "endurance": 12, "composure": 10, "focus": 5, "vigilance": 2, "void_max": 2, "void_points": 1, "weapons": [{"key": "katana", "name": "Katana", "category": "swords", "skill": "melee", "range_min": 1, "range_max": 1, "damage": 4, "deadliness": 5, "grips": [{"name": "1-hand", "hands": 1}, {"name": "2-hand", "hands": 2, "deadliness": 2}], "qualities": ["ceremonial", "razor-edged"]}, {"key": "wakizashi", "name": "Wakizashi", "category": "swords", "skill": "melee", "range_min": 0, "range_max": 1, "damage": 3, "deadliness": 5, "grips": [{"name": "1-hand", "hands": 1}, {"name": "2-hand", "hands": 2, "deadliness": 2}], "qualities": ["ceremonial", "razor-edged"]}], "armour": [{"key": "ashigaru-armour", "name": "Ashigaru armour", "physical": 3, "qualities": ["wargear"]}, {"key": "ceremonial-clothes", "name": "Ceremonial clothes", "physical": 1, "qualities": ["ceremonial", "resplendent"]}], "techniques": [{"id": "way-of-the-dragon", "name": "Way of the Dragon", "kind": "ability", "rank": 1, "school": "Mirumoto Two-Heavens Adept", "effects": [{"effect": "ward-or-trap"}]}, {"id": "striking-as-fire", "name": "Striking as Fire", "kind": "kata", "ring": "fire", "rank": 1, "effects": [{"effect": "opportunity", "skills": ["melee", "ranged", "unarmed"], "types": ["attack"], "cost": 1, "scales": true, "does": "target-critical"}]}, {"id": "spinning-blades-style", "name": "Spinning Blades Style", "kind": "kata", "rank": 2, "effects": [{"effect": "opportunity", "skills": ["melee", "unarmed"], "types": ["attack"], "weapon": "second-readied", "cost": "vigilance", "does": "second-weapon"}]}, {"id": "crossing-blade", "name": "Crossing Blade", "kind": "cut", "rank": 2, "effects": [{"effect": "attack", "types": ["attack", "movement"], "skill": "melee", "tn": 2, "weapon": "sheathed", "quality": "razor-edged", "also": ["bokken"], "damage": "deadliness", "bonus": true}, {"effect": "opportunity", "own": true, "cost": 1, "does": "ready-sheathed"}]}], "traits": [{"name": "Both Hands Alike", "kind": "distinction", "ring": "fire", "skills": ["melee", "aesthetics"]}, {"name": "Riddles", "kind": "passion", "ring": "void", "skills": ["theology", "meditation"]}, {"name": "Easily Led Astray by Questions", "kind": "adversity", "ring": "earth", "skills": ["tactics", "courtesy"]}, {"name": "Dread of Deep Water", "kind": "anxiety", "ring": "water", "skills": ["fitness", "seafaring"]}], "demeanor": "Cheerful, curious, hard to startle"}], "form": "first-blood"}','{"names": ["Aki", "Nao"], "seats": ["person", "person"], "here": 0, "clock": null, "spectators": true, "judge": false, "odds": false, "public": false, "dice": "", "sits": "3106c2007f5ee6758ec84fceb5814521", "together": false}','7d6b354d82132fde402b3f7b74883fa26901825ed2a0deb15d575f8a52da8481',13,1);
INSERT INTO "duels" VALUES('jvxilDKTr1KF',1.79601489121576476104e+09,'rpg',1,'{"characters": [{"name": "Kaya of Still Pond", "rings": {"air": 3, "earth": 2, "fire": 3, "water": 2, "void": 2}, "skills": {"aesthetics": 1, "fitness": 1, "melee": 3, "meditation": 2, "sentiment": 1, "courtesy": 1}, "kind": "player-character", "clan": "Crane", "school": "Kakita Duelist", "school_rank": 2, "honor": 58, "glory": 44, "status": 35, "endurance": 10, "composure": 8, "focus": 6, "vigilance": 3, "void_max": 2, "void_points": 1, "weapons": [{"key": "katana", "name": "Katana", "category": "swords", "skill": "melee", "range_min": 1, "range_max": 1, "damage": 4, "deadliness": 5, "grips": [{"name": "1-hand", "hands": 1}, {"name": "2-hand", "hands": 2, "deadliness": 2}], "qualities": ["ceremonial", "razor-edged"]}, {"key": "wakizashi", "name": "Wakizashi", "category": "swords", "skill": "melee", "range_min": 0, "range_max": 1, "damage": 3, "deadliness": 5, "grips": [{"name": "1-hand", "hands": 1}, {"name": "2-hand", "hands": 2, "deadliness": 2}], "qualities": ["ceremonial", "razor-edged"]}], "armour": [{"key": "ceremonial-clothes", "name": "Ceremonial clothes", "physical": 1, "qualities": ["ceremonial", "resplendent"]}, {"key": "traveling-clothes", "name": "Traveling clothes", "physical": 2, "qualities": ["durable", "mundane", "subtle"]}], "techniques": [{"id": "way-of-the-crane", "name": "Way of the Crane", "kind": "ability", "rank": 1, "school": "Kakita Duelist", "effects": [{"effect": "alter-critical"}]}, {"id": "rising-blade", "name": "Rising Blade", "kind": "cut", "rank": 2, "effects": [{"effect": "attack", "skill": "melee", "tn": "vigilance", "weapon": "sheathed", "quality": "razor-edged", "also": ["bokken"], "damage": "deadliness", "undefendable": "compromised"}, {"effect": "opportunity", "own": true, "cost": 1, "does": "ready-sheathed"}], "printed": {"effects": [{"effect": "attack", "skill": "melee", "tn": 3, "weapon": "sheathed", "quality": "razor-edged", "also": ["bokken"], "damage": "deadliness", "undefendable": "compromised"}, {"effect": "opportunity", "own": true, "cost": 1, "does": "ready-sheathed"}]}}, {"id": "striking-as-air", "name": "Striking as Air", "kind": "kata", "ring": "air", "rank": 1, "effects": [{"effect": "opportunity", "skills": ["melee", "ranged", "unarmed"], "cost": 1, "scales": true, "each": 2, "does": "reserve-dice"}]}], "traits": [{"name": "Eyes like a Heron", "kind": "distinction", "ring": "air", "skills": ["melee", "sentiment"]}, {"name": "Admired and Knows It", "kind": "passion", "ring": "fire", "skills": ["courtesy"]}, {"name": "Weak Left Knee", "kind": "adversity", "ring": "water", "skills": ["fitness"]}, {"name": "Fear of Looking Foolish", "kind": "anxiety", "ring": "earth", "skills": ["melee"]}], "demeanor": "Patient and a little vain"}, {"name": "Shiori of Two Rivers", "rings": {"air": 2, "earth": 3, "fire": 3, "water": 2, "void": 2}, "skills": {"fitness": 2, "melee": 3, "meditation": 2, "tactics": 1, "theology": 1, "performance": 1}, "kind": "player-character", "clan": "Dragon", "school": "Mirumoto Two-Heavens Adept", "school_rank": 2, "honor": 52, "glory": 40, "status": 32, "endurance": 12, "composure": 10, "focus": 5, "vigilance": 2, "void_max": 2, "void_points": 1, "weapons": [{"key": "katana", "name": "Katana", "category": "swords", "skill": "melee", "range_min": 1, "range_max": 1, "damage": 4, "deadliness": 5, "grips": [{"name": "1-hand", "hands": 1}, {"name": "2-hand", "hands": 2, "deadliness": 2}], "qualities": ["ceremonial", "razor-edged"]}, {"key": "wakizashi", "name": "Wakizashi", "category": "swords", "skill": "melee", "range_min": 0, "range_max": 1, "damage": 3, "deadliness": 5, "grips": [{"name": "1-hand", "hands": 1}, {"name": "2-hand", "hands": 2, "deadliness": 2}], "qualities": ["ceremonial", "razor-edged"]}], "armour": [{"key": "ashigaru-armour", "name": "Ashigaru armour", "physical": 3, "qualities": ["wargear"]}, {"key": "ceremonial-clothes", "name": "Ceremonial clothes", "physical": 1, "qualities": ["ceremonial", "resplendent"]}], "techniques": [{"id": "way-of-the-dragon", "name": "Way of the Dragon", "kind": "ability", "rank": 1, "school": "Mirumoto Two-Heavens Adept", "effects": [{"effect": "ward-or-trap"}]}, {"id": "striking-as-fire", "name": "Striking as Fire", "kind": "kata", "ring": "fire", "rank": 1, "effects": [{"effect": "opportunity", "skills": ["melee", "ranged", "unarmed"], "types": ["attack"], "cost": 1, "scales": true, "does": "target-critical"}]}, {"id": "spinning-blades-style", "name": "Spinning Blades Style", "kind": "kata", "rank": 2, "effects": [{"effect": "opportunity", "skills": ["melee", "unarmed"], "types": ["attack"], "weapon": "second-readied", "cost": "vigilance", "does": "second-weapon"}]}, {"id": "crossing-blade", "name": "Crossing Blade", "kind": "cut", "rank": 2, "effects": [{"effect": "attack", "types": ["attack", "movement"], "skill": "melee", "tn": 2, "weapon": "sheathed", "quality": "razor-edged", "also": ["bokken"], "damage": "deadliness", "bonus": true}, {"effect": "opportunity", "own": true, "cost": 1, "does": "ready-sheathed"}]}], "traits": [{"name": "Both Hands Alike", "kind": "distinction", "ring": "fire", "skills": ["melee", "aesthetics"]}, {"name": "Riddles", "kind": "passion", "ring": "void", "skills": ["theology", "meditation"]}, {"name": "Easily Led Astray by Questions", "kind": "adversity", "ring": "earth", "skills": ["tactics", "courtesy"]}, {"name": "Dread of Deep Water", "kind": "anxiety", "ring": "water", "skills": ["fitness", "seafaring"]}], "demeanor": "Cheerful, curious, hard to startle"}], "form": "first-blood"}','{"names": ["Aki", "Nao"], "seats": ["person", "person"], "here": 0, "clock": null, "spectators": true, "judge": false, "odds": false, "public": false, "dice": "", "sits": "b081e84677104fe671a6bff967d1d0a0", "together": false}','817f4ed37bb40d17278c77eeb66482798260d1f0cebfacb6fb81222d046f3130',12,0);
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
INSERT INTO "log" VALUES('4MaOZCeM6PzP',0,1.79601489068887877468e+09,'enter',1,'{"role": "seat", "name": "Nao"}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',1,1.79601489070733308798e+09,'answer',0,'{"answer": ["pick", 0]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',2,1.79601489071582770345e+09,'answer',0,'{"answer": ["pick", 10]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',3,1.79601489072044038768e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',4,1.79601489073387145991e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',5,1.79601489075930190091e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',6,1.7960148907625904084e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',7,1.79601489076637268063e+09,'answer',0,'{"answer": ["side", 1]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',8,1.79601489076923203462e+09,'answer',1,'{"answer": ["focus", "hand", 4, false]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',9,1.79601489077895903586e+09,'answer',0,'{"answer": ["focus", "hand", 3, false]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',10,1.79601489081070852279e+09,'answer',1,'{"answer": ["focus", "pool", 1, false]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',11,1.79601489081499958045e+09,'answer',0,'{"answer": ["focus", "pool", 0, false]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',12,1.79601489082362699508e+09,'answer',1,'{"answer": ["strike"]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',13,1.79601489082994961741e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',14,1.79601489083302831651e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',15,1.79601489084090161323e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',16,1.79601489084569096565e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',17,1.79601489085074305534e+09,'answer',0,'{"answer": ["pick", 16]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',18,1.7960148908572964668e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',19,1.79601489086312603952e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',20,1.79601489087640476226e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',21,1.79601489089113593102e+09,'answer',0,'{"answer": ["use", "hand", 0, 0]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',22,1.79601489089952921869e+09,'answer',0,'{"answer": [0, 3]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',23,1796014890.91167,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',24,1.79601489091921496391e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',25,1.79601489092665624622e+09,'answer',1,'{"answer": [0, 1]}');
INSERT INTO "log" VALUES('4MaOZCeM6PzP',26,1.79601489093505120274e+09,'answer',0,'{"answer": [0, 1]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',0,1.79601489100631928445e+09,'enter',1,'{"role": "seat", "name": "Nao"}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',1,1.79601489105865764614e+09,'answer',0,'{"answer": ["pick", 0]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',2,1.7960148910721640587e+09,'answer',0,'{"answer": ["pick", 5]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',3,1.79601489107593274112e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',4,1.79601489107783150668e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',5,1.7960148910806322098e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',6,1.79601489108294749257e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',7,1.79601489108572602267e+09,'answer',0,'{"answer": ["side", 0]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',8,1.79601489108846402165e+09,'answer',0,'{"answer": ["focus", "hand", 2, false]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',9,1.79601489109126687048e+09,'answer',1,'{"answer": ["focus", "pool", 2, false]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',10,1.79601489109398984901e+09,'answer',0,'{"answer": ["focus", "pool", 2, false]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',11,1.79601489109666848185e+09,'answer',1,'{"answer": ["focus", "hand", 2, false]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',12,1.79601489109937810899e+09,'answer',0,'{"answer": ["strike"]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',13,1.79601489110194540016e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',14,1.79601489110429382327e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',15,1.79601489110701608657e+09,'answer',1,'{"answer": ["use", "play", 6, 0]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',16,1.79601489110961532597e+09,'answer',1,'{"answer": ["pick", 19]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',17,1.79601489111556529999e+09,'answer',1,'{"answer": ["pick", 14]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',18,1.79601489111824464796e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',19,1.7960148911207113266e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',20,1.79601489112326908109e+09,'answer',0,'{"answer": ["pick", 19]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',21,1.79601489112593388553e+09,'answer',0,'{"answer": ["pick", 17]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',22,1.7960148911286833287e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',23,1.79601489113115406039e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',24,1.79601489113392019268e+09,'answer',0,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',25,1.79601489113628959648e+09,'answer',1,'{"answer": ["pass"]}');
INSERT INTO "log" VALUES('7fqwYmzTZXmN',26,1.7960148911391539574e+09,'answer',0,'{"answer": [1, 0]}');
INSERT INTO "log" VALUES('6yNO34AtScLH',0,1.79601489116679668422e+09,'enter',1,'{"role": "seat", "name": "Nao"}');
INSERT INTO "log" VALUES('6yNO34AtScLH',1,1.79601489117187023162e+09,'answer',0,'{"answer": ["ring", "earth"]}');
INSERT INTO "log" VALUES('6yNO34AtScLH',2,1.79601489117469763755e+09,'answer',0,'{"answer": ["go-on"]}');
INSERT INTO "log" VALUES('6yNO34AtScLH',3,1.79601489117731189732e+09,'answer',0,'{"answer": [2, 3]}');
INSERT INTO "log" VALUES('6yNO34AtScLH',4,1.7960148911798288822e+09,'answer',0,'{"answer": ["spend", "cover-disadvantage", 1]}');
INSERT INTO "log" VALUES('6yNO34AtScLH',5,1.79601489118215322492e+09,'answer',0,'{"answer": ["pick", "Easily Led Astray by Questions"]}');
INSERT INTO "log" VALUES('6yNO34AtScLH',6,1796014891.18423,'answer',1,'{"answer": ["ring", "void"]}');
INSERT INTO "log" VALUES('6yNO34AtScLH',7,1.79601489118658542631e+09,'answer',1,'{"answer": ["go-on"]}');
INSERT INTO "log" VALUES('6yNO34AtScLH',8,1.79601489118965244287e+09,'answer',1,'{"answer": [2, 3]}');
INSERT INTO "log" VALUES('6yNO34AtScLH',9,1.79601489119211244578e+09,'answer',1,'{"answer": ["spend", "learn-easiest-way", 1]}');
INSERT INTO "log" VALUES('6yNO34AtScLH',10,1.79601489119452667237e+09,'answer',1,'{"answer": ["go-on"]}');
INSERT INTO "log" VALUES('6yNO34AtScLH',11,1.79601489119658398632e+09,'answer',0,'{"answer": ["concede"]}');
INSERT INTO "log" VALUES('6yNO34AtScLH',12,1.79601489119838070868e+09,'answer',1,'{"answer": ["concede"]}');
INSERT INTO "log" VALUES('jvxilDKTr1KF',0,1.79601489121930861471e+09,'enter',1,'{"role": "seat", "name": "Nao"}');
INSERT INTO "log" VALUES('jvxilDKTr1KF',1,1.79601489122101402287e+09,'answer',0,'{"answer": ["ring", "earth"]}');
INSERT INTO "log" VALUES('jvxilDKTr1KF',2,1.79601489122350072859e+09,'answer',0,'{"answer": ["yes"]}');
INSERT INTO "log" VALUES('jvxilDKTr1KF',3,1.79601489122605705254e+09,'answer',0,'{"answer": [3]}');
INSERT INTO "log" VALUES('jvxilDKTr1KF',4,1.79601489122837066651e+09,'answer',0,'{"answer": ["spend", "cover-disadvantage", 1]}');
INSERT INTO "log" VALUES('jvxilDKTr1KF',5,1.79601489123174524304e+09,'answer',0,'{"answer": ["pick", "Easily Led Astray by Questions"]}');
INSERT INTO "log" VALUES('jvxilDKTr1KF',6,1.79601489123421192168e+09,'answer',1,'{"answer": ["ring", "fire"]}');
INSERT INTO "log" VALUES('jvxilDKTr1KF',7,1.79601489123689198488e+09,'answer',1,'{"answer": ["go-on"]}');
INSERT INTO "log" VALUES('jvxilDKTr1KF',8,1.79601489123959469794e+09,'answer',1,'{"answer": [0, 3, 4]}');
INSERT INTO "log" VALUES('jvxilDKTr1KF',9,1.79601489124236297608e+09,'answer',1,'{"answer": []}');
INSERT INTO "log" VALUES('jvxilDKTr1KF',10,1.79601489124527096755e+09,'answer',1,'{"answer": ["go-on"]}');
INSERT INTO "log" VALUES('jvxilDKTr1KF',11,1.79601489124782276148e+09,'answer',0,'{"answer": ["go-on"]}');
CREATE TABLE makings (
	id VARCHAR(64) NOT NULL, 
	duel VARCHAR(32) NOT NULL, 
	salt VARCHAR(64) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	notes TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "makings" VALUES('af6945fb97f149d9aaaeb0dd28a54406327c1ddfe6329cfad614c24e08f5f79b','4MaOZCeM6PzP','37e64fddb39b87dddcf746cdac75fe308c443fec7c909ec3e2465f6de4c5312d','76e503a1e8adebc2a878124486e05da5e62f3b14cfc34d8645739c6882fcf2a1','[]');
INSERT INTO "makings" VALUES('555d7aa114d332897045e906cb197a51699a924a6efb1b6a58d3af5087ac65fa','7fqwYmzTZXmN','14a1f0a0b8284fb8c5b34003f3174e6b286a5b56c79c62f100d6addeb4c6b78b','4fc654960258cd274986fe4299fcd42a30c2274a76bfc71f8cf926af271be17c','[]');
INSERT INTO "makings" VALUES('a91b6458e00b37e54487d1f58b9512014ce1d2f46e554ad16aa0dde2601aa745','6yNO34AtScLH','e1c7fee08f63be887d3135c2681d547360ebea7caa4c0c5663b8d1aab087b9ba','f1fd163f3dd617e8e02deee962dbf69578e723bcfa04ffcea104c0c645e39346','[]');
INSERT INTO "makings" VALUES('cb043040e7217e6a38fe73d6ede9aae895e10c519bc30f813b02267f95f92c91','jvxilDKTr1KF','e6f6d28c85c0c33fb2fc94f835c8c1daad4208c9f6dda0c22ef440f3a0d3582d','f1fd163f3dd617e8e02deee962dbf69578e723bcfa04ffcea104c0c645e39346','[]');
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
INSERT INTO "passes" VALUES('4cda6196da62a1088d692c8a8849f7d01d5a5f11345fad76f30b6a61a258e539','4MaOZCeM6PzP','seat',1,'Nao',1);
INSERT INTO "passes" VALUES('500cf3f079ef79775f9bf57345d18fc56429e3c6b10ce5e7392c54276a6e2f7b','4MaOZCeM6PzP','spectator',NULL,'',1);
INSERT INTO "passes" VALUES('5d1dc55e4c79938837bf12e49db0ce0ee66eff395e0a3887bb9f5ec2e21b0a4e','4MaOZCeM6PzP','seat',0,'Aki',0);
INSERT INTO "passes" VALUES('79658b285638c2b1b3df84646cd37aa315ced231898df34fb96c6f319707afe3','4MaOZCeM6PzP','seat',1,'Nao',0);
INSERT INTO "passes" VALUES('e4852fd101ac1664aae253a82ff9c092cc053a5fb1ecca9358f41344982159b6','7fqwYmzTZXmN','seat',1,'Nao',1);
INSERT INTO "passes" VALUES('3192cc506bf9b4fd450ebb23c8f8261679bdf83350f9aa653fb7b5eda91491f9','7fqwYmzTZXmN','spectator',NULL,'',1);
INSERT INTO "passes" VALUES('574359d79274e84e997997643f41dd7c7756e89f10b98366413a9fcba50a0724','7fqwYmzTZXmN','seat',0,'Aki',0);
INSERT INTO "passes" VALUES('f04545bae6ce6d279ca42fd26fe84b0b2b36d263f17a7c8245ebbfdf393b44d9','7fqwYmzTZXmN','seat',1,'Nao',0);
INSERT INTO "passes" VALUES('f137c4c80808894c3fc7132cc11bf39c7b2964586d0eb7238a78d7090a31d55c','6yNO34AtScLH','seat',1,'Nao',1);
INSERT INTO "passes" VALUES('0f16306d9f12a4f6e653061d6439c2cf9a5338f2569ad44b8204ef4e7783246e','6yNO34AtScLH','spectator',NULL,'',1);
INSERT INTO "passes" VALUES('f1d90362d077c60e3f679a4e399acda9bd95e2b51ce2ebfa5182ec194393060d','6yNO34AtScLH','seat',0,'Aki',0);
INSERT INTO "passes" VALUES('7f9640094fa30985fe8c8392ef9a55cae6629ee1b59b119690c9e5887274e3fe','6yNO34AtScLH','seat',1,'Nao',0);
INSERT INTO "passes" VALUES('c372c609b2cae671a058ad4dc5eb797043b1b051f38af9417e2a3b47748a059b','jvxilDKTr1KF','seat',1,'Nao',1);
INSERT INTO "passes" VALUES('733aaed84eb22d6a7d25c9e2475d3934fbb12283b4ee59f23fece648f1781218','jvxilDKTr1KF','spectator',NULL,'',1);
INSERT INTO "passes" VALUES('5c28a8fc50b46dc0717d7d29997747042ea625e9da01bc7fb0b3ffddcce475e9','jvxilDKTr1KF','seat',0,'Aki',0);
INSERT INTO "passes" VALUES('7ed3cf79aa2afb492bd9b94eb122a1142b812d38ee5b3f12685d3e87e83bc675','jvxilDKTr1KF','seat',1,'Nao',0);
CREATE TABLE pulses (
	process VARCHAR(32) NOT NULL, 
	last FLOAT NOT NULL, 
	PRIMARY KEY (process)
);
INSERT INTO "pulses" VALUES('ae02961fddc60912',1.79601489064285445209e+09);
CREATE INDEX passes_of_duel ON passes (duel);
CREATE INDEX pages_of_duel ON pages (duel);
COMMIT;
