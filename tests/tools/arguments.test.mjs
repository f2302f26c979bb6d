import assert from "node:assert/strict";
import { test } from "node:test";
import { execute, inRoot } from "../../tools/lib/process.mjs";

const node = (script, args, env) => execute(process.execPath, [inRoot(script), ...args], { env });

for (const [script, flags] of [
  ["tools/bench.mjs", /--quick .*\n.*--help/],
  ["tools/bench-native.mjs", /--quick .*\n.*--help/],
  ["tools/bench-page.mjs", /:\n {2}--help/],
]) {
  test(`${script} says what it takes, and takes nothing else`, async () => {
    const help = await node(script, ["--help"]);
    assert.equal(help.code, 0);
    assert.match(help.output, flags);
    for (const args of [["--quik"], ["quick"], ["--help", "--fast"]]) {
      const { code, output } = await node(script, args);
      assert.equal(code, 1);
      assert.match(output, new RegExp(`${args.at(-1)}: not known\\.\\n`));
      assert.match(output, flags);
    }
  });
}

test("a port that is none is refused in a sentence, before anything is built", async () => {
  for (const PORT of ["abc", "99999", "-1", "", "80.5"]) {
    const { code, output } = await node("tools/start.mjs", [], { PORT });
    assert.equal(code, 1);
    const sentence = `PORT is "${PORT}", and a port is a whole number from 0 to 65535.`;
    assert.equal(output.trim(), sentence);
  }
});
