import { existsSync, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { CommandDetails } from '../command-line/command';
import { writeChanges } from './change';
import { formatDiff } from './format-diff';
import { changeApp } from './change-app';
import { newApp } from './new-app';
import { refuseFolder } from './refusals';

/** Creates a CDK app in an empty folder, or adds the construct to the CDK app of the folder. */
export const initCommand: CommandDetails = {
  args: [],
  options: {
    yes: { summary: 'apply the changes without asking' },
    'dry-run': { summary: 'show the changes, and change nothing' },
  },
  examples: [
    ['carrier-nest init', 'in an empty folder: create a CDK app; in a CDK app: show a diff and ask'],
    ['carrier-nest init --dry-run', 'show the changes'],
    ['carrier-nest init --yes', 'for programs: apply the changes without asking'],
  ],
  run: (_args, values) => init({ isDryRun: values['dry-run'] === true, isConfirmed: values['yes'] === true }),
};

interface InitOptions {
  isDryRun: boolean;
  isConfirmed: boolean;
}

async function init({ isDryRun, isConfirmed }: InitOptions): Promise<number> {
  const isNew = !existsSync('cdk.json');
  if (isNew) refuseFolder(readdirSync('.'));
  const changes = isNew ? newApp : changeApp();
  if (changes.length === 0) {
    print('The app already has the construct. Nothing to change.');
    return 0;
  }
  print(changes.map(formatDiff).join('\n'));
  if (isDryRun) return 0;
  if (!isConfirmed && !(await confirm('Apply these changes? [y/N] '))) {
    print('Nothing was changed. To apply the changes without a question, run carrier-nest init --yes');
    return 1;
  }
  writeChanges(changes);
  print(nextSteps());
  return 0;
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Answers no if standard input ends without an answer. */
function confirm(question: string): Promise<boolean> {
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  return new Promise((resolve) => {
    prompt.once('close', () => resolve(false));
    prompt.question(question, (answer) => {
      resolve(/^y(es)?$/i.test(answer.trim()));
      prompt.close();
    });
  });
}

/** The lock files of package managers other than npm. */
const lockFiles: Record<string, string> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
};

function nextSteps(): string {
  const [, manager = 'npm'] = Object.entries(lockFiles).find(([file]) => existsSync(file)) ?? [];
  return (
    `Done. Next, run ${manager} install, npx cdk diff and npx cdk deploy --all. Before the first deployment to an ` +
    'account and Region, run npx cdk bootstrap'
  );
}
