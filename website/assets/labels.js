"use strict";
// names that Material leaves out: the search, and lists inside of lists, which are no landmarks
document.querySelector(".md-search")?.setAttribute("aria-label", document.querySelector(".md-search__input").placeholder);
for (const nav of document.querySelectorAll(".md-nav .md-nav")) {
  nav.setAttribute("role", "presentation");
  nav.removeAttribute("aria-labelledby");
  nav.removeAttribute("aria-expanded");
}
