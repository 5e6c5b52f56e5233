// The table comes alive: it keeps itself up to date, sends forms without leaving, and listens to keys.
// Without this file every page works by plain forms and links. Nothing is decided here: the server sends whole tables.
"use strict";
const $ = (id) => document.getElementById(id), parsed = (text) => new DOMParser().parseFromString(text, "text/html");
let stream = null, polling = null, since = Date.now(), sending = false, pushed = 0;

// --- links: the key after the sign # is exchanged for a cookie, and does not stay in the address bar
function key() {
  const secret = location.hash.slice(1);
  if (secret.length < 30) return;
  history.replaceState(null, "", location.pathname + location.search);
  const field = $("enter-secret");
  if (field) {
    field.value = secret;
    field.closest(".field").hidden = true;
    $("enter-name").focus();
  } else if ($("table") && (!$("table").dataset.seated || confirm($("table").dataset.seated))) {
    location.assign(`/duel/${$("table").dataset.duel}?door=1#${secret}`);  // the terms, and a name to give
  }
}

// --- a new table in place of the old one: what has focus, was typed or stands open stays
function show(text) {
  const old = $("table"), fresh = parsed(text).getElementById("table");
  if (!fresh || !old) return location.reload();
  const held = document.activeElement !== document.body, same = old.dataset.question === fresh.dataset.question, asked = fresh.dataset.asked, first = fresh.querySelector("[autofocus]");
  first?.removeAttribute("autofocus");  // browsers heed it on a new page alone, and complain else
  const kept = (node) => asked !== undefined && same && node.id && node.matches?.("input:not([type=hidden], [readonly]), select, textarea");
  Idiomorph.morph(old, fresh, {
    morphStyle: "outerHTML", restoreFocus: true,
    callbacks: {
      beforeNodeMorphed: (node) => !kept(node),
      beforeNodeRemoved: (node) => !(node.classList?.contains("why__told") && node.parentNode?.isConnected),
      beforeAttributeUpdated: (name, node) => !(name === "open" && node.tagName === "DETAILS") && !(name === "hidden" && node.matches(".copy")),
    },
  });
  since = Date.now();
  if (fresh.dataset.title) document.title = fresh.dataset.title;
  $("icon").href = (asked ? fresh.dataset.iconTurn : fresh.dataset.icon) || $("icon").href;
  bell();
  if (asked && !same && document.hidden) ring();
  if (first) $(first.id)?.focus();
  else if (document.activeElement === document.body && (held || !same)) $("deed").focus({ preventScroll: true });
}

// --- a bell: rings when it is one's turn and another tab is looked at, if one asked for that
const bell = () => { if ($("bell")) $("bell").hidden = !window.isSecureContext || window.Notification?.permission !== "default"; };
const ring = () => { try { if (Notification.permission === "granted") new Notification(document.title); } catch { /* some telephones have none */ } };

function lost(so) {
  if (!$("lost") || $("lost").hidden === !so) return;
  $("lost").hidden = !so;
  if (so) lost.status = [...$("status").childNodes];
  $("status").replaceChildren(...(so ? [$("lost").textContent] : lost.status));
}

// --- the stream: open while somebody looks; behind another tab the table is asked for now and then
function open() {
  stream?.close(), clearInterval(polling);
  stream = new EventSource(`/duel/${$("table").dataset.duel}/stream`);
  stream.addEventListener("seen", (event) => { lost(false); pushed += 1; show(event.data); });
  stream.onopen = () => lost(false);
  stream.onerror = () => { lost(true); if (stream.readyState === EventSource.CLOSED) setTimeout(() => !document.hidden && open(), 3000); };
}
function away() {
  stream?.close(), clearInterval(polling);
  polling = setInterval(() => visit(location.href, { "X-Behind": "1" }).catch(() => lost(true)), 20000);
}

// --- forms: sent in place; the same command again, should the line break, is done once
async function send(form, button) {
  if (sending) return;
  sending = true, form.ariaBusy = "true";
  const before = pushed;
  try {
    const answer = await fetch(form.action, { method: "POST", headers: { "X-Part": "table" }, body: new URLSearchParams(new FormData(form, button)) });
    const text = await answer.text();
    if (pushed === before || !answer.ok) show(text);  // a push that came meanwhile is the newer table
    if (form.id === "deed-say" && answer.ok) $("say-text").value = "";
    lost(false);
  } catch { lost(true); open(); } finally { sending = false; form.ariaBusy = null; }
}
function large(form) {  // what would be refused only when all of it is there, and the form with it
  const told = $("make-large"), size = [...new FormData(form).values()].reduce((sum, one) => sum + new Blob([one]).size, 0);
  told.hidden = size <= form.dataset.most;
  told.focus();  // which one that is hidden does not take
  return !told.hidden;
}
async function visit(address, headers = {}) {
  const answer = await fetch(address, { headers }), text = await answer.text();
  if (answer.ok) { show(text); history.replaceState(null, "", address); }
}
async function why(link) {
  const told = link.closest("li").querySelector(".why__told");
  if (told) return told.remove();
  const found = parsed(await (await fetch(link.href)).text()).getElementById("why-told");
  if (!found) return location.assign(link.href);
  found.id = "told-" + link.closest("li").id;
  link.closest("p").after(found);
}
document.addEventListener("submit", (event) => {
  if (event.target.action.endsWith("/do")) { event.preventDefault(); send(event.target, event.submitter); }
  if (event.target.id === "make") { if (sending || large(event.target)) event.preventDefault(); else sending = true; }
  if (event.target.id === "replay-form") { event.preventDefault(); visit(`?${new URLSearchParams(new FormData(event.target))}`); }
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("a"), copy = event.target.closest(".copy");
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link?.classList.contains("log__ask")) { event.preventDefault(); why(link); }
  if (link?.closest("#replay-form")) { event.preventDefault(); visit(link.href); }
  if (event.target.id === "bell") Notification.requestPermission().then(bell);
  if (copy) navigator.clipboard.writeText($(copy.dataset.copy).value).then(() => { copy.textContent = copy.dataset.done; });
});
document.addEventListener("input", (event) => {
  if (event.target.form?.id === "replay-form") clearTimeout(polling), polling = setTimeout(() => event.target.form.requestSubmit(), 150);
});

// --- keys: digits choose, Enter confirms, ? tells why, j and k go along the log
const reasons = () => [...document.querySelectorAll(".log__ask")].filter((link) => link.offsetParent);
const step = (by, links = reasons(), at = links.indexOf(document.activeElement)) => links[Math.min(Math.max(at + by, 0), links.length - 1)]?.focus();
function choose(digit) {
  const field = document.querySelector(`#answer [type=radio][value="${digit}"], #slot-${digit}`) || $(`choice-${digit}`);
  if (field?.matches("input")) field.click();
  field?.focus();
}
document.addEventListener("keydown", (event) => {
  const field = event.target.closest("input:not([type=radio], [type=checkbox]), textarea, select");
  if (!$("table") || field || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^\d$/.test(event.key)) choose(event.key);
  else if (event.key === "j" || event.key === "k") step(event.key === "j" ? 1 : -1);
  else if (event.key === "?") (document.activeElement.closest?.(".log__ask") || reasons()[0])?.click();
  else if (event.key === "Enter" && event.target.matches("body, #deed")) $("answer")?.requestSubmit();
});

// --- begin
setInterval(() => document.querySelectorAll(".clock.is-running").forEach((clock) => {
  const left = Math.max(0, Math.ceil(clock.dataset.left - (Date.now() - since) / 1000)), two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(left / 3600), rest = `${Math.floor(left / 60) % 60}`;
  clock.querySelector("b").textContent = (hours ? `${hours}:${rest.padStart(2, "0")}` : rest) + ":" + two(left % 60);
}), 500);
if (navigator.clipboard) document.querySelectorAll(".copy").forEach((button) => { button.hidden = false; });
window.addEventListener("pageshow", (event) => { sending = false; if (event.persisted) location.reload(); });
key(), bell(), addEventListener("hashchange", key);  // a link may be pasted where a table is open
if ($("table")?.dataset.duel) {
  document.addEventListener("visibilitychange", () => (document.hidden ? away() : open()));
  window.addEventListener("pagehide", () => stream?.close());
  window.addEventListener("online", open);
  open();
}
