import { STAGES } from "./stages";

const OWN = "tokens=a,b,c,d,e&x=0.5,-1,2;0,0,0;1.25,3,-0.75;0.5,-1,2;-2,0.1,0.3";

/** Settings for every stage: easy and hard sequences. */
const COMMON = [
  "",
  "seq=bank&i=2&j=4&m=2&temperature=0.5&layers=4&normalise=matrix",
  `${OWN}&i=3&j=5&temperature=0&normalise=column&stretch=7&a=-1.5,2&b=0.5,3`,
  "tokens=alone&x=2",
];

/** Settings that only one stage knows. */
const OF_STAGE: Record<string, string[]> = {
  softmax: ["tokens=a,b&x=1,0;12,0&step=9"],
  scaling: [
    "seed=7&walked=1024&dimension=1024&revealed=yes&divided=sqrt&divisor=values&mistaken=random",
    "seed=2&walked=1&dimension=4&revealed=yes&measure=entropy&divisor=twice&query=3",
    "seq=cat&i=2&whose=own&measure=largest&divisor=d&mistaken=random&walked=300",
  ],
  "max-trick": [
    "logits=11,11&c=-3.3",
    "logits=1,2.3,4&format=bf16&c=7.7&operations=6",
    "logits=0,-18,-17,inf&format=fp8e4m3",
    "logits=-100,-2,nan,300&format=e4m3&c=1e6",
    "logits=0.422319,0.155362,0.422319&format=fp32&c=-0.1&program=cpp",
    "logits=88.8&format=fp64",
    `logits=${Array.from({ length: 64 }, (_, k) => (k % 7) - (k % 4) / 4).join(",")}&format=fp8e5m2`,
  ],
  overflow: [
    "format=e3m2&input=11.09&number=-0.3&terms=300&accumulator=bf16&step=4&logits=11,11,inf,-3,0",
    "format=fp8e4m3-saturating&input=-710&number=nan&pattern=ff&logits=0,-18&step=4&mask=-1e9&hidden=111",
    "format=bf16&number=1.1&terms=300&accumulator=fp32&scores=-20,-17&hidden=11&mask=-10000&amplified=20",
    "format=fp64&number=-1e-310&input=709.7827&step=4&logits=1,nan,2&scores=2,1&hidden=01&mask=0&keep=1",
    "format=fp8e4m3&number=448&logits=0,0,0&below=7&peak=12&step=4&mask=-inf&hidden=111&amplified=0",
  ],
  qkv: [
    "seq=bank&i=2&j=4&head=hand&headMask=others&heads=4&pairing=turn&reading=transposed&role=v&component=4",
    "head=swap&headMask=causal&headScale=none&heads=3&headsFrom=random&seed=5&pairing=exchange&reading=column",
    `${OWN}&i=3&j=1&head=own&wq=1,2;-0.5,0;3,1&wk=0,1;2,2;-1,0.25&wv=1;0;-2&heads=4&headsFrom=random&headMask=others`,
    `${OWN}&i=4&head=own&wq=1,2;3,4&wk=1;2;3&wv=1,2,3,4&reading=transposed&headMask=causal`,
    "tokens=alone&x=2&head=swap&headMask=others&heads=4&headsFrom=random&reading=column",
  ],
  "message-passing": [
    "seq=bank&i=2&j=4&head=hand&headMask=others&step=4&neighbour=loan&row=4&column=2&flowing=query",
    `${OWN}&i=3&j=1&head=own&wq=1,2;-0.5,0;3,1&wk=0,1;2,2;-1,0.25&wv=1;0;-2&headMask=causal&step=4`,
    // More words than the circle holds.
    `tokens=${[..."abcdefghijklmn"].join(",")}&x=${[..."31415926535897"].map((a, k) => `${a},${(k % 5) - 2}`).join(";")}&i=13&j=2&head=swap&headScale=none&step=3`,
    "tokens=alone&x=2&headMask=others&step=4",
  ],
  "complete-graph": [
    "seq=cat&i=3&j=2&head=hand&graph=given&edited=1-4,2-3,9-1&rounds=3&masking=zero&sitter=bank&row=3&column=2",
    // Word 1 has nobody to look at.
    `${OWN}&i=1&j=2&head=own&wq=1,2;-0.5,0;3,1&wk=0,1;2,2;-1,0.25&wv=1;0;-2&graph=even&edited=1-1,1-2&causal=yes&rounds=0&masking=low&raised=10001`,
    `tokens=${[..."abcdefghijklmn"].join(",")}&x=${[..."31415926535897"].map((a, k) => `${a},${(k % 5) - 2}`).join(";")}&i=13&j=2&head=swap&headScale=none&causal=yes&rounds=8&masking=after`,
    "tokens=alone&x=2&graph=given&edited=1-1&sitter=river&masking=right",
  ],
  code: [
    "headScale=none&step=4&program=cpp&enlarged=20&long=64",
    "seq=bank&roles=head&head=hand&headMask=causal&step=0&enlarged=3&wrongMask=inverted&i=2",
    "seq=bank&roles=head&head=hand&headMask=others&step=6&i=4&program=torch",
    "seq=cat&roles=heads&heads=3&headsFrom=random&seed=4&headShown=2&headMask=causal&step=5&long=8192",
    `${OWN}&roles=heads&heads=4&headShown=4&headScale=none&step=8&headMask=others&enlarged=6`,
    "tokens=alone&x=2&headMask=others&step=5",
  ],
  "online-softmax": [
    "seq=loan&i=4&m=2&step=12&tileOrder=17&rescaling=sum&start=zero&lower=15&masked=2",
    `${OWN}&i=1&m=3&step=6&tile=2&format=bf16&tileOrder=6&rescaling=neither&masked=5&guarded=yes`,
    `${OWN}&i=5&step=4&format=fp8e4m3&start=low&lower=140&long=8192&block=8192`,
    "seq=cat&i=2&step=11&format=e4m6&start=low&lower=95.5&masked=3&guarded=yes",
    // Not in FP64: there NumPy's exponential may be a unit off the engine's, and so may be the count of steps.
    "seq=bank&i=4&step=12&format=fp32&tileOrder=24",
  ],
};

/** By stage: links that between them show every kind of number. */
export const LINKS = new Map(
  STAGES.map((stage) => [
    stage,
    [...COMMON, ...(OF_STAGE[stage] ?? [])].map((settings) => `${stage}?${settings}`),
  ]),
);
