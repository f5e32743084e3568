// Programs to addresses and back, and marks that an edit moves: `node shared.mjs FOLDER`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";

const read = (name) => readFileSync(join(process.argv[2], name), "utf8");
const { packed, unpacked, moved } = runInThisContext(
  `${read("share.js")}\n${read("marks.js")}\n({ packed, unpacked, moved })`,
);
const refused = [];
const bomb = await packed({ files: [{ name: "a.py", text: "x".repeat(20 << 20) }], settings: "" });
const wrong = ["#program=", "#program=!", "#program=AAAA", bomb, await packed([]), await packed({ files: [], settings: "" })];
for (const fragment of wrong) {
  await unpacked(fragment).then(
    () => refused.push(false),
    () => refused.push(true),
  );
}
const program = { files: [{ name: "é.py", text: "# 𝛼\nx = 1\n".repeat(50) }, { name: "b.py", text: "" }], settings: "strict = true" };
const fragment = await packed(program);
const marks = [{ start: 0, end: 3 }, { start: 2, end: 6 }, { start: 5, end: 8 }];
const edits = [["abc+defgh", "abc+XXdefgh"], ["abcdefgh", "abcdefgh"], ["abcdefgh", ""]];
process.stdout.write(
  JSON.stringify({
    fragment,
    back: await unpacked(fragment),
    program,
    none: [await unpacked(""), await unpacked("#elsewhere")],
    refused,
    moved: edits.map(([from, to]) => moved(marks, from, to).map(({ start, end }) => [start, end])),
  }),
);
