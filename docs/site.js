// The theme puts the button of a block of code into a landmark without a name: make that a plain box.
// Blocks of code and wide tables can be scrolled by the keyboard, where there is no mouse, too.
function mend() {
  for (const one of document.querySelectorAll("nav.md-code__nav:not([role])")) {
    one.setAttribute("role", "none");
  }
  const scrolled = ".md-typeset__scrollwrap:not([tabindex]), pre > code:not([tabindex])";
  for (const one of document.querySelectorAll(scrolled)) {
    one.setAttribute("tabindex", "0");
  }
}

mend();
new MutationObserver(mend).observe(document.body, {
  attributeFilter: ["tabindex"],
  childList: true,
  subtree: true,
});
