import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseList, parseMatrix, type CellOptions } from "../../web/src/input/vectors";
import { choicesOf, errorOf, generator, valueOf } from "./support";

const matrix = (text: string, options?: CellOptions) => valueOf(parseMatrix(text, options));
const list = (text: string, options?: CellOptions) => valueOf(parseList(text, options));
const flaw = (text: string) => errorOf(parseMatrix(text));

const TOY = [
  [1, 0],
  [0, 1],
  [1, 1],
];

describe("the same matrix, however it is written", () => {
  const forms: Record<string, string> = {
    "commas and points": "1.0,0.0\n0.0,1.0\n1.0,1.0",
    "commas and spaces": "1, 0\n0, 1\n1, 1",
    tabs: "1\t0\n0\t1\n1\t1",
    semicolons: "1;0\n0;1\n1;1",
    "semicolons and decimal commas": "1,0;0,0\n0,0;1,0\n1,0;1,0",
    "tabs and decimal commas": "1,0\t0,0\n0,0\t1,0\n1,0\t1,0",
    spaces: "1 0\n0 1\n1 1",
    "columns aligned by spaces": "  1    0\n  0    1\n  1    1  ",
    "spaces and decimal commas": "1,0 0,0\n0,0 1,0\n1,0 1,0",
    "no-break spaces": "1\u00a00\n0\u00a01\n1\u00a01",
    quotes: '"1","0"\n"0","1"\n"1","1"',
    "quoted decimal commas": '"1,0","0,0"\n"0,0","1,0"\n"1,0","1,0"',
    JSON: "[[1, 0], [0, 1], [1, 1]]",
    "JSON over several lines": "[\n [1, 0],\n [0, 1],\n [1, 1]\n]\n",
    "JSON with a name": '{"x": [[1, 0], [0, 1], [1, 1]]}',
    "JSON with a bare name": "{x: [[1, 0], [0, 1], [1, 1]]}",
    "CRLF, as from a spreadsheet": "1\t0\r\n0\t1\r\n1\t1\r\n",
    "CR alone": "1\t0\r0\t1\r1\t1\r",
    "a byte order mark": "\ufeff1\t0\n0\t1\n1\t1",
    "blank lines around it": "\n\n1\t0\n0\t1\n1\t1\n\n\n",
    "separators at the ends of rows": "1;0;\n0;1;\n1;1;\n",
    "a separator at the end of one row": "1;0\n0;1;\n1;1",
  };
  for (const [name, text] of Object.entries(forms)) {
    test(name, () => assert.deepEqual(matrix(text), { x: TOY }));
  }
});

describe("names", () => {
  const named = { tokens: ["The", "bank"], x: [[1, 0.5], [-0.5, 1]] }; // prettier-ignore
  const forms: Record<string, string> = {
    commas: "The,1,0.5\nbank,−0.5,1",
    tabs: "The\t1\t0.5\nbank\t-0.5\t1",
    "semicolons and decimal commas": "The;1;0,5\nbank;-0,5;1",
    spaces: "The 1 0.5\nbank -0.5 1",
    quotes: '"The",1,0.5\n"bank",-0.5,1',
    "quotes around everything": '"The","1","0,5"\n"bank","-0,5","1"',
    JSON: '{"tokens": ["The", "bank"], "x": [[1, 0.5], [-0.5, 1]]}',
  };
  for (const [name, text] of Object.entries(forms)) {
    test(`in a first column: ${name}`, () => assert.deepEqual(matrix(text), named));
  }

  test("in a first row and a first column, with or without a corner", () => {
    const expected = { ...named, dimensions: ["water", "money"] };
    assert.deepEqual(matrix("token,water,money\nThe,1,0.5\nbank,-0.5,1"), expected);
    assert.deepEqual(matrix("\twater\tmoney\nThe\t1\t0.5\nbank\t-0.5\t1"), expected);
  });

  test("in a first row alone: dimensions, or tokens as columns? The learner is asked", () => {
    const parsed = parseMatrix("a,b,c\n1,2,3\n4,5,6");
    assert.deepEqual(choicesOf(parsed), [
      { dimensions: ["a", "b", "c"], x: [[1, 2, 3], [4, 5, 6]] }, // prettier-ignore
      { tokens: ["a", "b", "c"], x: [[1, 4], [2, 5], [3, 6]] }, // prettier-ignore
    ]);
    assert.deepEqual("ambiguous" in parsed && parsed.ambiguous.map(({ label }) => label), [
      "The first row names the dimensions: 2 tokens with 3 values each: 1, 2, 3, 4, …",
      "The first row names the tokens, one a column: 3 tokens with 2 values each: 1, 4, 2, 5, …",
    ]);
  });

  test("punctuation names tokens, also the marks that part cells", () => {
    const text = ', 0.1 0.2\n; 0.3 0.4\n- 0.5 0.6\n" 0.7 0.8';
    assert.deepEqual(matrix(text).tokens, [",", ";", "-", '"']);
  });

  test("quoted cells hold separators, quotation marks and line breaks", () => {
    const text = '"a,b",1,2\n"say ""yes""",3,4\n"two\nlines",5,6';
    assert.deepEqual(matrix(text).tokens, ["a,b", 'say "yes"', "two\nlines"]);
  });

  test("quoted numbers name tokens where the values are not quoted", () => {
    assert.deepEqual(matrix('"1",2\n"inf",3'), { tokens: ["1", "inf"], x: [[2], [3]] });
  });

  test("the same name may come twice", () => {
    assert.deepEqual(matrix("the 1\nthe 2\ncat 3").tokens, ["the", "the", "cat"]);
  });

  test("a number among names, or a name among numbers, is not guessed at", () => {
    assert.deepEqual(flaw("x,2\n3,4"), {
      message: "Row 1, column 1: “x” is not a number: “x” does not belong in one.",
      row: 1,
      column: 1,
    });
    assert.equal(flaw("the,1\n7,2").row, 1);
  });

  test("as many in JSON as there are rows", () => {
    assert.equal(
      flaw('{"tokens": ["a"], "x": [[1], [2]]}').message,
      "1 token is named, but x has 2 rows.",
    );
  });
});

describe("a comma that can mean two things", () => {
  test("one pair of numbers is a question with two readings", () => {
    const parsed = parseMatrix("1,5");
    assert.deepEqual(choicesOf(parsed), [{ x: [[1, 5]] }, { x: [[1.5]] }]);
    assert.deepEqual("ambiguous" in parsed && parsed.ambiguous.map(({ label }) => label), [
      "1 token with 2 values: 1, 5",
      "1 token with 1 value: 1.5",
    ]);
    assert.deepEqual(choicesOf(parseList("1,5")), [[1, 5], [1.5]]);
  });

  test("so are rows of pairs", () => {
    assert.deepEqual(choicesOf(parseMatrix("1,5\n0,25")), [
      { x: [[1, 5], [0, 25]] }, // prettier-ignore
      { x: [[1.5], [0.25]] },
    ]);
  });

  test("a semicolon, a tab or a space between numbers decides", () => {
    for (const separator of [";", "\t", " "]) {
      assert.deepEqual(list(`1,5${separator}0,5`), [1.5, 0.5]);
      assert.deepEqual(matrix(`1,5${separator}0,5`), { x: [[1.5, 0.5]] });
    }
  });

  test("a third number, a second sign, a point or a space after the comma decides", () => {
    assert.deepEqual(list("1,5,2"), [1, 5, 2]);
    assert.deepEqual(list("1,-5"), [1, -5]);
    assert.deepEqual(list("1.5,2"), [1.5, 2]);
    assert.deepEqual(list("1, 5"), [1, 5]);
  });

  test("rows that only decimal commas fit are offered, not taken", () => {
    const parsed = parseList("1,5\n2\n0,25");
    assert.deepEqual(choicesOf(parsed), [[1.5, 2, 0.25]]);
    assert.equal(
      "question" in parsed && parsed.question,
      "Are these decimal commas? As separators they do not fit: Row 2 has 1 column, but row 1 has 2.",
    );
    assert.deepEqual(choicesOf(parseList("1,0\n0,1")), [[1, 0.1]]);
  });

  test("groups of thousands are refused where they could be decimals", () => {
    for (const text of ["1,500\t2,250", "1,500 2,250", "1,234,567\t8", "-1,500\t2"]) {
      assert.match(flaw(text).message, /^Row 1, column 1: .*(thousands|too many commas)/, text);
    }
    assert.deepEqual(list("0,500\t2,250"), [0.5, 2.25], "0,500 groups no thousands");
    assert.deepEqual(list("1,500;2,250"), [1.5, 2.25], "with semicolons, commas are decimal");
    assert.match(flaw("1\u202f234 5").message, /“1 234” could be one number or two: write 1234/);
  });

  test("decimal commas beside decimal points are refused", () => {
    assert.match(flaw("1,5;0.5").message, /^Row 1, column 1: “1,5” has a comma/);
  });
});

describe("a blank cell is never 0 and never left out", () => {
  const blanks: [string, number, number | undefined][] = [
    ["1\t\t3", 1, 2],
    ["1,,3", 1, 2],
    ["1;;3", 1, 2],
    ["1\t \t3", 1, 2],
    ["1\t\u00a0\t3", 1, 2],
    ["\t1\t2", 1, 1],
    ["1\t2\n\t4", 2, 1],
    ["1\t2\n3\t", 2, 2],
    ["1,2,,\n3,4,,", 1, 3],
    ["The\t1\t2\nbank\t\t4", 2, 2],
    ["The\t1\n\t2", 2, 1],
    ["[1, null, 3]", 1, 2],
    ['[[1, 2], [3, ""]]', 2, 2],
    ["1\n\n3", 2, undefined],
    ["1\t2\n\t\n3\t4", 2, undefined],
    ["1 2\n\n3 4", 2, undefined],
    ["[[1], [], [2]]", 2, undefined],
  ];
  for (const [text, row, column] of blanks) {
    test(JSON.stringify(text), () => {
      const place = column ? `Row ${row}, column ${column}` : `Row ${row}`;
      const where = column ? { row, column } : { row };
      assert.deepEqual(flaw(text), { message: `${place} is blank.`, ...where });
    });
  }
  test("in lists too", () => {
    assert.equal(errorOf(parseList("1\t\t3")).message, "Row 1, column 2 is blank.");
    assert.equal(errorOf(parseList("1\n\n3")).message, "Row 2 is blank.");
  });
});

describe("what is refused says where", () => {
  const refused: [string, string][] = [
    ["1 2\n3", "Row 2 has 1 column, but row 1 has 2."],
    ["1,2,3\n4,5\n", "Row 2 has 2 columns, but row 1 has 3."],
    ["[[1], [2, 3]]", "Row 2 has 2 columns, but row 1 has 1."],
    ["1 2\n3 x", "Row 2, column 2: “x” is not a number: “x” does not belong in one."],
    ["The 1 2\ncat 3 -", "Row 2, column 3: “-” is only a sign: its number is missing."],
    ["d1,d2\n1,2e\n", "Row 2, column 2: “2e” stops in the middle of an exponent: write 2e3, or 2."],
    ["1 1e400", "Row 1, column 2: “1e400” is too large: the largest number here is 3.403e38."],
    ["[1, 1e400]", "Row 1, column 2: “1e400” is too large: the largest number here is 3.403e38."],
    ["1e39 1", "Row 1, column 1: “1e39” is too large: the largest number here is 3.403e38."],
    ["[1, true]", "Row 1, column 2: “true” is not a number: “t” does not belong in one."],
    ["1 inf", "Row 1, column 2: “inf” is infinite: a finite number is wanted here."],
    ["[NaN]", "Row 1, column 1: “NaN” stands for “not a number”: a number is wanted here."],
    ['1,"2', "Row 1, column 2: the text in quotation marks does not end with the cell."],
    ['"a"b,2', "Row 1, column 1: the text in quotation marks does not end with the cell."],
    ["", "There are no numbers here yet: at least one is wanted."],
    [" \n\t\n", "There are no numbers here yet: at least one is wanted."],
    ["[]", "There are no numbers here yet: at least one is wanted."],
    ["[[]]", "There are no numbers here yet: at least one is wanted."],
  ];
  for (const [text, message] of refused) {
    test(JSON.stringify(text), () => assert.equal(flaw(text).message, message));
  }

  test("JSON that is none, or holds no rows", () => {
    for (const text of ["[[1, 2]", "[1 2]", '["a', '{"x": [[1]]']) {
      assert.match(flaw(text).message, /^This begins like JSON, but/, text);
    }
    for (const text of ['{"y": [[1]]}', "[[[1]]]", "[1, [2]]", '{"x": 1}', "{}"]) {
      assert.match(flaw(text).message, /^This JSON is not a list of rows/, text);
    }
    assert.match(flaw('{"tokens": 1, "x": [[1]]}').message, /"tokens" is not a list of names/);
  });

  test("words without numbers", () => {
    assert.match(flaw("the cat sat").message, /is not a number/);
  });
});

describe("limits are stated", () => {
  const rows = (count: number, columns: number) =>
    Array.from({ length: count }, () => Array.from({ length: columns }, () => "0.5").join("\t"));

  test("512 rows of 1024 fit, and no more", () => {
    assert.equal(matrix(rows(512, 1024).join("\n")).x.length, 512);
    const sentence = /are too many: up to 512 rows of 1024 fit\.$/;
    assert.match(flaw(rows(513, 1).join("\n")).message, sentence);
    assert.match(flaw(rows(1, 1025).join("\n")).message, sentence);
    assert.match(flaw(rows(5000, 2).join("\n")).message, /^5000 rows of 2 values/);
  });

  test("a column of names is none of the 1024", () => {
    const text = rows(2, 1024).map((row) => `the\t${row}`);
    assert.equal(matrix(text.join("\n")).x[0]!.length, 1024);
  });

  test("tokens as columns turn the limits round", () => {
    const text = ["a\tb", ...rows(600, 2)].join("\n");
    assert.deepEqual(matrix(text).tokens, ["a", "b"]);
    assert.equal(matrix(text).x[0]!.length, 600);
  });

  test("200,000 lines are refused without harm", () => {
    assert.match(flaw("1\t2\n".repeat(200_000)).message, /too many/);
  });

  test("64 numbers in a list", () => {
    assert.equal(list(rows(1, 64)[0]!).length, 64);
    assert.equal(
      errorOf(parseList(rows(1, 65)[0]!)).message,
      "65 numbers are too many: up to 64 fit.",
    );
  });
});

describe("lists", () => {
  test("a row or a column, in every form", () => {
    for (const text of [
      "100,102,105",
      "100 102 105",
      "100\t102\t105",
      "100\n102\n105",
      "[100,102,105]",
    ]) {
      assert.deepEqual(list(text), [100, 102, 105], text);
    }
    assert.deepEqual(list("1 0 1"), [1, 0, 1], "integers");
    assert.deepEqual(list("5"), [5]);
  });

  test("in double, so that 1e300 fits", () =>
    assert.deepEqual(list("1e300 -1e-300"), [1e300, -1e-300]));

  test("infinities and NaN where they are taken, in every form", () => {
    for (const text of ["inf -inf NaN", "∞\t−∞\tnan", "[Infinity, -Infinity, NaN]"]) {
      assert.deepEqual(list(text, { infinite: true, nan: true }), [Infinity, -Infinity, NaN]);
    }
  });

  test("no names, no more than one dimension, not empty", () => {
    assert.match(errorOf(parseList("a 1")).message, /^Row 1, column 1: “a” is not a number/);
    assert.match(
      errorOf(parseList("1 2\n3 4")).message,
      /one row or one column: this has 2 rows of 2/,
    );
    assert.match(errorOf(parseList('{"tokens": ["a"], "x": [[1]]}')).message, /without names/);
    for (const text of ["", "[]", "  "]) {
      assert.match(errorOf(parseList(text)).message, /^There are no numbers here yet/);
    }
  });
});

test("what any program writes is read as it was meant", () => {
  const { below, pick, single } = generator(3);
  const separators = [",", ", ", ";", "; ", "\t", " ", "   "];
  for (let round = 0; round < 2_000; round++) {
    const [rows, columns] = [1 + below(5), 2 + below(4)];
    const separator = pick(separators);
    const newline = pick(["\n", "\r\n"]);
    const comma = !separator.startsWith(",") && below(2) === 0;
    const x = Array.from({ length: rows }, () =>
      Array.from({ length: columns }, () => pick([single(), below(200) / 8 - 12])),
    );
    const written = (value: number) => {
      const text = String(value).replace("-", pick(["-", "−"]));
      return comma ? text.replace(".", ",") : text;
    };
    const text =
      x.map((row) => row.map(written).join(separator)).join(newline) + pick(["", newline]);
    const parsed = parseMatrix(text);
    if ("value" in parsed) assert.deepEqual(parsed.value, { x }, text);
    // Pairs like "1,5" and groups like "1,250" may be asked about or refused, but never misread.
    else if ("ambiguous" in parsed) assert.deepEqual(parsed.ambiguous[0]?.value, { x }, text);
    else assert.match(parsed.error.message, /thousands/, text);
  }
});
