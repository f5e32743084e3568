// Parts of a text with what is shown of them: findings, and expressions with their types.

// All marks of a file, outer ones first; those of one part are one.
function marksOf(answer, name) {
  const marks = new Map();
  const at = (start, end) => {
    const key = `${start}-${end}`;
    if (!marks.has(key)) marks.set(key, { start, end, level: null, severity: null, words: [] });
    return marks.get(key);
  };
  for (const { start, end, level, told } of answer.files.find((file) => file.name === name)?.expressions ?? []) {
    const mark = at(start, end);
    mark.level ??= level;
    if (mark.words.length === 0) mark.words.push(told);
  }
  for (const finding of answer.shown.filter((finding) => finding.file === name)) {
    const mark = at(finding.start, finding.end);
    mark.severity ??= finding.severity;
    mark.words.push(finding.text.split("\n", 1)[0]);
  }
  const shown = [...marks.values()].filter(({ start, end }) => start < end);
  return shown.sort((one, other) => one.start - other.start || other.end - one.end);
}

// The marks of a text in what it has become: those that the edit touched are gone.
function moved(marks, from, to) {
  if (from === to) return marks;
  const most = Math.min(from.length, to.length);
  let before = 0;
  while (before < most && from[before] === to[before]) before += 1;
  let behind = 0;
  while (behind < most - before && from[from.length - 1 - behind] === to[to.length - 1 - behind]) behind += 1;
  const [edited, by] = [from.length - behind, to.length - from.length];
  const kept = [];
  for (const mark of marks) {
    if (mark.end <= before) kept.push(mark);
    else if (mark.start >= edited) kept.push({ ...mark, start: mark.start + by, end: mark.end + by });
  }
  return kept;
}

// The innermost mark at a place, or at the one before it.
function markAt(marks, at) {
  const found = (at) => marks.findLast(({ start, end, words }) => start <= at && at < end && words.length > 0);
  return found(at) ?? found(at - 1);
}

// Writes a text with its marks into an element; `written` is told of each mark's element.
function write(element, text, marks, written) {
  const open = [{ element: document.createDocumentFragment(), end: text.length }];
  let at = 0;
  const upTo = (end) => {
    if (at < end) open.at(-1).element.append(text.slice(at, end));
    at = Math.max(at, end);
  };
  const close = (place) => {
    for (; open.length > 1 && open.at(-1).end <= place; open.pop()) upTo(open.at(-1).end);
  };
  for (const mark of marks) {
    close(mark.start);
    upTo(mark.start);
    // What reaches out of the part around it ends with that.
    const end = Math.min(mark.end, open.at(-1).end);
    if (mark.start >= end) continue;
    const span = document.createElement("span");
    span.className = [mark.level ?? "other", mark.severity].filter(Boolean).join(" ");
    open.at(-1).element.append(span);
    open.push({ element: span, end });
    written(span, mark);
  }
  close(text.length);
  upTo(text.length);
  element.replaceChildren(open[0].element, "\n");
}
