"use strict";
(() => {
  const form = document.getElementById("filter");
  if (!form) return;
  const only = document.getElementById("only");
  const changed = document.getElementById("changed");
  const shown = document.getElementById("shown");
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  const apply = () => {
    const off = (kind) => new Set(all(`[name=${kind}]:not(:checked)`, form).map((box) => box.value));
    const severities = off("severity");
    const kinds = off("kind");
    const hidden = new Set();
    for (const item of all("[data-finding]")) {
      const { finding, severity, kind } = item.dataset;
      item.hidden = severities.has(severity) || kinds.has(kind);
      if (item.hidden) hidden.add(finding);
    }
    for (const ref of all("[data-ref]")) ref.hidden = hidden.has(ref.dataset.ref);
    for (const mark of all("[data-marks]")) {
      const looks = mark.dataset.marks.split(" ").map((look) => look.split(":"));
      const seen = new Set(looks.filter(([name]) => !hidden.has(name)).map(([, look]) => look));
      mark.className = ["error", "warning", "info", "related"].find((look) => seen.has(look)) || "off";
    }
    const alone = Boolean(only && only.checked);
    const differing = Boolean(changed && changed.checked);
    for (const pair of all(".pair")) {
      const notes = pair.nextElementSibling;
      const noted = notes !== null && notes.matches(".notes-row");
      const any = noted && notes.querySelector("[data-finding]:not([hidden])") !== null;
      pair.hidden = (alone && !any) || (differing && !pair.matches(".changed"));
      if (noted) notes.hidden = pair.hidden || !any;
    }
    const cards = all(".card");
    shown.value = shown.dataset.template
      .replace("{shown}", cards.filter((card) => !card.hidden).length)
      .replace("{all}", cards.length);
    document.documentElement.style.setProperty("--filter", `${form.offsetHeight}px`);
  };

  // J and K go from problem to problem, through texts that are folded
  let at = -1;
  const go = (step) => {
    const cards = all(".card").filter((card) => !card.closest("[hidden]"));
    if (!cards.length) return;
    at = Math.min(Math.max(at + step, 0), cards.length - 1);
    for (let box = cards[at]; box; box = box.parentElement) if (box.matches("details.text-of")) box.open = true;
    location.hash = cards[at].id;
    cards[at].focus({ preventScroll: true });
  };
  document.getElementById("before").addEventListener("click", () => go(-1));
  document.getElementById("next").addEventListener("click", () => go(1));
  document.addEventListener("keydown", (event) => {
    const step = { j: 1, k: -1 }[event.key];
    if (step && !event.ctrlKey && !event.metaKey && !event.altKey) go(step);
  });

  // a link to what the filter hides shows everything again
  const follow = () => {
    const name = decodeURIComponent(location.hash.slice(1));
    const target = name && document.getElementById(name);
    if (!target) return;
    if (target.closest("[hidden]")) {
      form.reset();
      apply();
      target.scrollIntoView();
    }
  };

  form.hidden = false;
  form.addEventListener("change", apply);
  form.addEventListener("toggle", apply, true);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(apply));
  window.addEventListener("resize", apply);
  window.addEventListener("hashchange", follow);
  apply();
  follow();
})();
