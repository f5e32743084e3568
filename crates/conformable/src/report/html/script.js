// The expressions of the source with the arrow keys; without it they have their types under the pointer all the same.
const code = document.getElementById("code");
const all = code ? [...code.querySelectorAll("[data-t]")] : [];
const go = (one) => {
  if (!one) return;
  one.tabIndex = -1;
  one.setAttribute("aria-description", one.dataset.t);
  one.focus();
};
const next = (from, step, is) => {
  let at = from;
  do at += step; while (at >= 0 && at < all.length && !is(all[at]));
  return all[at];
};
const keys = {
  ArrowRight: (here, at) => next(at, 1, () => true),
  ArrowLeft: (here, at) => next(at < 0 ? all.length : at, -1, () => true),
  ArrowUp: (here) => here.parentElement.closest("[data-t]"),
  ArrowDown: (here) => here.querySelector("[data-t]"),
  u: (here, at) => next(at, 1, (one) => one.matches(".unknown")),
  U: (here, at) => next(at < 0 ? all.length : at, -1, (one) => one.matches(".unknown")),
};
const follow = (one) => {
  const to = one && one.closest("[data-t]").dataset.to;
  if (to) location.href = to;
};
code?.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("a")) return;
  const here = event.target;
  if (event.key === "Enter") follow(here === code ? null : here);
  else if (keys[event.key]) {
    event.preventDefault();
    go(keys[event.key](here, all.indexOf(here)));
  }
});
code?.addEventListener("dblclick", (event) => follow(event.target.closest("[data-t]")));
