import { execFileSync } from 'node:child_process';
import { median } from './table';

const runs = 15;

/** CPU, not wall time: other programs on the machine make the one wait, not the other. */
const script = `
// As Lambda has it: what streams its answer asks for it when it is loaded.
globalThis.awslambda = { streamifyResponse: (handler) => handler };
const before = process.cpuUsage();
require(process.argv[1]);
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000);`;

const environment = {
  ...process.env,
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'measured',
  AWS_SECRET_ACCESS_KEY: 'measured',
  TABLE_NAME: 'table',
  CONTENT_BUCKET: 'content',
  PARKED_BUCKET: 'parked',
  EVENTS_TOPIC_ARN: 'arn:aws:sns:eu-west-1:111111111111:events',
  INBOUND_BUCKET: 'inbound',
  WEBHOOK_SECRETS_KEY: 'arn:aws:kms:eu-west-1:111111111111:key/measured',
};

/** Milliseconds of CPU to import each file in a process of its own; the files take turns, so that all meet the same machine. */
export function importTimes(files: readonly string[]): Map<string, number> {
  const times = new Map<string, number[]>(files.map((file) => [file, []]));
  for (let run = 0; run < runs; run++) {
    for (const file of files) times.get(file)?.push(importOnce(file));
  }
  return new Map([...times].map(([file, measured]) => [file, median(measured)]));
}

const importOnce = (file: string): number =>
  Number(execFileSync(process.execPath, ['-e', script, file], { env: environment, encoding: 'utf8' }));
