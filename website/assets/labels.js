"use strict";
// names that Material leaves out: the search, and lists inside of lists, which are no landmarks
document.querySelector(".md-search")?.setAttribute("aria-label", document.querySelector(".md-search__input").placeholder);
for (const nav of document.querySelectorAll(".md-nav .md-nav")) {
  nav.setAttribute("role", "presentation");
  nav.removeAttribute("aria-label");
  nav.removeAttribute("aria-labelledby");
  nav.removeAttribute("aria-expanded");
}
// what Material makes once the page is there: buttons of code are no landmarks, and tables scroll by keyboard too
const mend = () => {
  for (const nav of document.querySelectorAll("nav.md-code__nav")) nav.setAttribute("role", "presentation");
  for (const wrap of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) wrap.tabIndex = 0;
};
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
mend();
