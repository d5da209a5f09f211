// The page: a text that is checked while one writes. It asks the server that it comes from, and
// nothing is stored: the text is in this tab alone.
import {
  Decoration, EditorState, EditorView, StateEffect, StateField, defaultKeymap, drawSelection, history,
  historyKeymap, keymap,
} from "./codemirror.js";

/** Milliseconds without a change before a text is checked, and before what is left is asked for. */
const PAUSE = 500, AGAIN = 1500;
/** What costs most, at most. */
const CAUSES = 4;
/** Characters of a mark from which on it is drawn more lightly. */
const LONG = 60;
/** Faces of LanguageTool's categories, which `/rules` gives to each rule. */
const FACES = {
  TYPOS: "spelling", GRAMMAR: "grammar", CONFUSED_WORDS: "grammar", PUNCTUATION: "punctuation",
  TYPOGRAPHY: "punctuation", CASING: "punctuation", STYLE: "style", REDUNDANCY: "style",
  REPETITIONS: "style", REPETITIONS_STYLE: "style", FALSE_FRIENDS: "style",
};

const language = document.documentElement.lang;
const words = (await (await fetch("page/words.json")).json())[language];
const rules = await (await fetch("rules")).json();
const at = (id) => document.getElementById(id);
const say = (name, ...fields) => (words[name] ?? name).replace(/\{(\d)\}/g, (_, n) => fields[n]);
const number = (value, digits) => value.toLocaleString(language,
  { minimumFractionDigits: digits, maximumFractionDigits: digits });

for (const one of document.querySelectorAll("[data-say]")) one.textContent = say(one.dataset.say);
for (const one of document.querySelectorAll("[data-label]")) one.setAttribute("aria-label", say(one.dataset.label));

/** An element with its text, attributes and what is in it. */
function make(name, attributes = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else element.setAttribute(key, value);
  }
  element.append(...inside);
  return element;
}

// ------------------------------------------------------------------ findings in the editor

/** A finding has `from`, `to`, `edits` [{from, to, text}] in UTF-16 units, which move with the text. */
const setFindings = StateEffect.define();
const choose = StateEffect.define();
const findings = StateField.define({
  create: () => ({ list: [], chosen: null }),
  update({ list, chosen }, change) {
    if (change.docChanged) list = list.map((one) => moved(one, change.changes)).filter(Boolean);
    for (const effect of change.effects) {
      if (effect.is(setFindings)) {
        const before = list.find((one) => one.id === chosen);
        list = effect.value;
        // one that was moved by a change before it has another id now
        if (before) chosen = list.find((one) => one.code === before.code && one.from === before.from)?.id;
      }
      if (effect.is(choose)) chosen = effect.value;
    }
    if (!list.some((one) => one.id === chosen)) chosen = null;
    return { list, chosen };
  },
  provide: (field) => EditorView.decorations.from(field, ({ list, chosen }) => Decoration.set(
    list.filter((one) => one.from < one.to).map((one) => Decoration.mark({
      class: `mark ${one.face}${one.to - one.from > LONG ? " long" : ""}${one.id === chosen ? " chosen" : ""}`,
    }).range(one.from, one.to)), true)),
});

/** A finding after a change; null where the change touched what it is about. */
function moved(one, changes) {
  const places = [one, ...one.edits];
  if (places.some((place) => changes.touchesRange(place.from, place.to))) return null;
  const [span, ...edits] = places.map((place) => (
    { ...place, from: changes.mapPos(place.from, 1), to: changes.mapPos(place.to, -1) }));
  for (const edit of edits) edit.to = Math.max(edit.from, edit.to);
  return { ...span, edits };
}

/** A text that stands in the page already. */
const given = at("editor").textContent;
at("editor").textContent = "";

const editor = new EditorView({
  parent: at("editor"),
  state: EditorState.create({
    extensions: [
      history(), drawSelection(), EditorView.lineWrapping, findings,
      EditorView.contentAttributes.of({ "aria-label": say("text"), lang: "pt", spellcheck: "false", tabindex: "0",
        "aria-describedby": "state", "aria-placeholder": say("placeholder") }),
      keymap.of([{ key: "F8", run: () => next(1) }, { key: "Shift-F8", run: () => next(-1) },
        { key: "Mod-Enter", run: () => focusCorrection() },
        ...defaultKeymap, ...historyKeymap]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) later(PAUSE);
        const before = update.startState.field(findings), now = update.state.field(findings);
        if (before !== now) show(before.list !== now.list);
      }),
      EditorView.domEventHandlers({ click: (event, view) => {
        const place = view.posAtCoords({ x: event.clientX, y: event.clientY });
        const one = state().list.find((f) => f.from <= place && place <= f.to);
        if (one) view.dispatch({ effects: choose.of(one.id) });
      } }),
    ],
  }),
});
const state = () => editor.state.field(findings);
const chosen = () => state().list.find((one) => one.id === state().chosen);

/** Go to the next finding after the cursor, or the one before it. */
function next(step) {
  const { list } = state();
  if (!list.length) return true;
  const index = list.findIndex((one) => one.id === state().chosen);
  const here = editor.state.selection.main.from;
  const wanted = index >= 0 ? index + step
    : step > 0 ? list.findIndex((one) => one.from >= here) : list.findLastIndex((one) => one.to <= here);
  select(list.at(wanted % list.length));
  focusCorrection();
  return true;
}

function select(one) {
  editor.dispatch({ effects: [choose.of(one.id), EditorView.scrollIntoView(one.from, { y: "center" })],
    selection: { anchor: one.from, head: one.to } });
}

function focusCorrection() {
  (at("findings").querySelector(".card button") ?? editor.contentDOM).focus();
  return true;
}

// ------------------------------------------------------------------ the list and its cards

const ignored = new Set();
const isIgnored = (one) => ignored.has(one.fingerprint) || ignored.has(`${one.code} ${one.words}`);

/** The text with the spaces at its ends, which would not be seen. */
const withSpaces = (text) => text.replace(/^\s|\s$/g, "␣");

/** Whether the server has answered about this text: until then nothing is said of its problems. */
let isJudged = false;

/** Show the findings; `anew`: others than before, and not only another one that is chosen. */
function show(anew) {
  const { list, chosen: id } = state();
  const count = list.length === 1 ? say("count-one") : say("count-many", list.length);
  if (anew) at("count").textContent = list.length ? count : say("none");
  at("count").hidden = !isJudged || !editor.state.doc.length;
  const focused = at("findings").contains(document.activeElement) && document.activeElement.textContent;
  at("findings").replaceChildren(...list.map((one) => {
    const open = one.id === id;
    const place = make("button", { type: "button", class: "place", "aria-expanded": String(open),
      click: () => { if (open) editor.dispatch({ effects: choose.of(null) }); else { select(one); focusCorrection(); } } },
    make("b", {}, one.category), " ", make("span", { class: "words" }, withSpaces(one.words) || "␣"),
    ...(one.edits.length ? [" → ", make("span", { class: "words" }, withSpaces(replacement(one)) || say("remove"))] : []));
    return make("li", { class: `${one.face}${open ? " open" : ""}` }, place, ...(open ? [card(one)] : []));
  }));
  at("findings").querySelector(".open")?.scrollIntoView({ block: "nearest" });
  if (focused) {  // who is at a button stays there
    const buttons = [...at("findings").querySelectorAll("button")];
    buttons.find((one) => one.textContent === focused)?.focus();
  }
}

function card(one) {
  const likely = one.confidence >= 0.95 ? "surest" : one.confidence >= 0.85 ? "sure"
    : one.confidence >= 0.7 ? "likely" : "unsure";
  const facts = [...(one.confidence ? [say(likely)] : []), ...(one.cost >= 0.05 ? [say("costs", number(one.cost, 1))] : [])];
  const { summary = "", why: reason, bad, good } = rules[one.code] ?? {};
  const example = (sign, name, text) => make("p", { class: "example" },
    make("span", { "aria-label": say(name), role: "img" }, sign), " ", plain(text));
  const why = make("div", { class: "why", hidden: "" },
    make("p", {}, summary), ...(reason ? [make("p", {}, plain(reason))] : []),
    ...(bad && good ? [example("✗", "wrong", bad), example("✓", "instead", good)] : []));
  const button = (name, click, ...more) => make("button", { type: "button", click, ...more[0] }, say(name));
  const isSpelling = rules[one.code]?.category === "TYPOS";
  return make("div", { class: "card", keydown: (event) => {
    if (event.key === "Escape") editor.focus();
    if (event.key === "F8") { event.preventDefault(); next(event.shiftKey ? -1 : 1); }
  } },
  make("p", {}, one.message),
  ...(facts.length ? [make("p", { class: "quiet" }, facts.join(" · "))] : []),
  make("div", { class: "act" }, ...(one.edits.length ? [make("button", { type: "button", class: "correct",
    click: () => correct(one) }, replacement(one) || say("remove"))] : [])),
  make("div", { class: "act more" },
    button("ignore", () => ignore(one.fingerprint)),
    button("right", () => ignore(`${one.code} ${one.words}`)),
    ...(isSpelling ? [button("add", () => add(one))] : []),
    button("why", (event) => {
      why.hidden = !why.hidden;
      event.target.setAttribute("aria-expanded", String(!why.hidden));
    }, { "aria-expanded": "false" })),
  why);
}

/** Markdown of a rule's page as plain text. */
const plain = (text) => text.replace(/```\w*|^> ?|[*`]/gm, "").replace(/\s+/g, " ").trim();

/** What stands in the place of a finding once it is corrected. */
function replacement(one) {
  const from = Math.min(one.from, ...one.edits.map((edit) => edit.from));
  const to = Math.max(one.to, ...one.edits.map((edit) => edit.to));
  let text = "", here = from;
  for (const edit of one.edits) {
    text += editor.state.sliceDoc(here, edit.from) + edit.text;
    here = edit.to;
  }
  return text + editor.state.sliceDoc(here, to);
}

function correct(one) {
  const said = replacement(one);
  const index = state().list.indexOf(one);
  editor.dispatch({ changes: one.edits.map(({ from, to, text }) => ({ from, to, insert: text })),
    effects: choose.of(null), userEvent: "input.correct" });
  tell("corrected", said || say("remove"));
  advance(index);
}

/** Go on with the finding that took the place of one that is done. */
function advance(index) {
  const following = state().list[index];
  if (following) { select(following); focusCorrection(); } else editor.focus();
}

function ignore(what) {
  const index = state().list.findIndex((one) => one.id === state().chosen);
  ignored.add(what);
  editor.dispatch({ effects: setFindings.of(state().list.filter((one) => !isIgnored(one))) });
  advance(index);
}

async function add(one) {
  const body = new URLSearchParams({ word: one.words });
  const { added } = await (await asking("v2/words/add", { method: "POST", body })).json();
  tell(added ? "added" : "not-added", one.words);
  if (added) ignore(`${one.code} ${one.words}`);
}

// ------------------------------------------------------------------ checking

let timer = 0, asked = null, shown = "";

function later(pause) {
  clearTimeout(timer);
  timer = setTimeout(check, pause);
}

function tell(name, ...fields) {
  at("state").textContent = say(name, ...fields);
}

/** What the server answers; an error says why it does not. */
async function asking(address, given) {
  const answer = await fetch(address, given).catch((error) => {
    throw error.name === "AbortError" ? error : new Error(say("unreachable"));
  });
  if (!answer.ok) throw new Error((await answer.text()).replace(/^Error: /, ""));
  return answer;
}

// what a button began and could not be done
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  tell("failed", event.reason.message);
});

async function check() {
  asked?.abort();
  const mine = asked = new AbortController();
  const doc = editor.state.doc, text = doc.toString();
  const source = at("translating").checked ? at("source").value : "";
  if (!text.trim()) {
    isJudged = false;
    editor.dispatch({ effects: setFindings.of([]) });
    at("score").hidden = true;
    return tell("");
  }
  const wait = setTimeout(() => tell("checking"), 300);
  try {
    const answer = await asking("check", { method: "POST", signal: mine.signal,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text, filename: name(), ...(source ? { source } : {}) }) });
    const report = await answer.json();
    if (doc !== editor.state.doc) return;  // the next check has been put off to after a pause
    const [document] = report.documents;
    take(document, text);
    tell(report.partial ? "more" : "checked");
    if (document.error) tell("failed", document.error);
    else if (report.partial) later(AGAIN);
    else if (document.score.total === null && !document.findings.length && document.notices.length)
      tell(document.notices[0].message);
  } catch (error) {
    if (error.name !== "AbortError") tell("failed", error.message);
  } finally {
    clearTimeout(wait);
  }
}

const name = () => (at("markdown").checked ? "text.md" : "text.txt");

function take(document, text) {
  isJudged = true;
  const unit = units(text);
  const costs = new Map();
  for (const partial of Object.values(document.score.partials ?? {}))
    for (const cost of partial.costs ?? [])
      costs.set(`${cost.sentence} ${cost.reason}`, 100 * cost.loss);
  const list = document.findings.map((one) => {
    const about = rules[one.code] ?? {};
    return {
      id: one.fingerprint + one.start, code: one.code, message: one.message, fingerprint: one.fingerprint,
      from: unit(one.start), to: unit(one.end), words: text.slice(unit(one.start), unit(one.end)),
      edits: (one.fix?.edits ?? []).map((edit) => ({ from: unit(edit.start), to: unit(edit.end), text: edit.text })),
      confidence: one.evidence.confidence, cost: costs.get(`${one.sentence} ${one.message}`) ?? 0,
      face: FACES[about.category] ?? "other",
      category: one.code.startsWith("TRA") ? say("translation") : about.category_name ?? one.name,
    };
  }).filter((one) => !isIgnored(one));
  editor.dispatch({ effects: setFindings.of(list) });
  scored(document.score);
}

/** From offsets in code points to offsets in UTF-16. */
function units(text) {
  if (!/[\ud800-\udbff]/.test(text)) return (offset) => offset;
  const places = [0];
  for (const char of text) places.push(places.at(-1) + char.length);
  return (offset) => places[offset];
}

/** How a score stands among those of texts of its kind, as the reports say it. */
function standing({ place }) {
  if (place == null) return "";
  const better = Math.min(9, Math.floor(10 * place));
  return ` ${better >= 5 ? say("better", better) : better ? say("worse", 10 - better) : say("lowest")}`;
}

function scored(score) {
  at("score").hidden = score.total === null;
  if (score.total === null) return;
  const [points, low, high] = [score.total, ...score.interval ?? [score.total, score.total]].map(
    (part) => Math.round(100 * part));
  const causes = score.causes.filter((cause) => cause.loss >= 0.001).slice(0, CAUSES);
  at("score").replaceChildren(
    make("p", {}, make("span", { class: "points" }, String(points)),
      ...(score.interval ? [` (${low}–${high})`] : []), standing(score)),
    make("div", { class: "range", role: "img", "aria-label": say("of-100", points, low, high) },
      make("span", { class: "between", style: `left: ${low}%; right: ${100 - high}%` }),
      make("span", { class: "point", style: `left: ${points}%` })),
    make("ul", { class: "costs" }, ...causes.map((cause) =>
      make("li", {}, `${cause.name}: −${number(100 * cause.loss, 1)}`))));
}

// ------------------------------------------------------------------ texts in and out

/** The text as it stands elsewhere, too. */
let safe = editor.state.doc;
// a tab that is closed by mistake takes what was written along; an example may go
addEventListener("beforeunload", (event) => {
  if (!given && editor.state.doc.length && !editor.state.doc.eq(safe)) event.preventDefault();
});

function put(text) {
  ignored.clear();
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  safe = editor.state.doc;
  if (top === window) editor.focus();
}

/** The text of a file. */
async function read(file) {
  if (/\.(txt|text|md|markdown)$/i.test(file.name)) return file.text();
  const answer = await asking(`text?filename=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
  return (await answer.json()).text;
}

async function open(file) {
  put(await read(file));
  at("markdown").checked = /\.(md|markdown)$/i.test(file.name);
}

async function openSource(file) {
  at("source").value = await read(file);
  later(0);
}

function save(data, called) {
  const link = make("a", { href: URL.createObjectURL(data), download: called });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

at("file").addEventListener("change", (event) => {
  if (event.target.files[0]) open(event.target.files[0]);
  event.target.value = "";
});
at("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText(editor.state.doc.toString());
  safe = editor.state.doc;
  tell("copied");
});
at("download").addEventListener("click", () => {
  save(new Blob([editor.state.doc.toString()], { type: "text/plain" }), name().replace("text", "texto"));
  safe = editor.state.doc;
});
at("report").addEventListener("click", async () => {
  const answer = await asking("report", { method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ text: editor.state.doc.toString(), filename: name(),
      ...(at("translating").checked && at("source").value ? { source: at("source").value } : {}) }) });
  save(await answer.blob(), "relatorio.html");
});
at("markdown").addEventListener("change", () => later(0));
at("source").addEventListener("input", () => later(PAUSE));
at("translating").addEventListener("change", (event) => {
  at("source-pane").hidden = !event.target.checked;
  document.querySelector("main h2").classList.toggle("unseen", !event.target.checked);
  later(0);
});
addEventListener("dragover", (event) => {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  at("drop").hidden = false;
});
addEventListener("dragleave", (event) => { if (!event.relatedTarget) at("drop").hidden = true; });
addEventListener("drop", (event) => {
  at("drop").hidden = true;
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  event.stopPropagation();
  const isSource = at("source-pane").contains(event.target);
  (isSource ? openSource : open)(event.dataTransfer.files[0]);
}, { capture: true });

if (given) put(given);
show(true);
if (top === window) editor.focus();
document.documentElement.dataset.ready = "";
