import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { deliverInboundMail, rawMail } from '../support/inbound-mail';
import { Service } from '../support/service';
import { waitUntil } from '../support/wait-until';

// Runs each program of examples/ with its single command, as a user does.

let service: Service;
let exampleProcess: ExampleProcess;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => exampleProcess.stop());
afterAll(() => service.stop());

class ExampleProcess {
  private output = '';
  /** Resolves when all output has been read. */
  private readonly closedPromise: Promise<unknown>;

  private constructor(private readonly child: ChildProcess) {
    this.closedPromise = once(child, 'close');
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
  }

  static run(...args: string[]): ExampleProcess {
    const env = {
      ...process.env,
      CARRIER_NEST_URL: service.metadata.api,
      CARRIER_NEST_KEY: service.metadata.key,
    };
    return new ExampleProcess(spawn('npm', ['run', '--silent', 'example', ...args], { env, detached: true }));
  }

  async waitForMatch(pattern: RegExp): Promise<readonly string[]> {
    let found: readonly string[] = [];
    await waitUntil(
      () => (found = pattern.exec(this.output) ?? []).length > 0,
      () => `The example did not print ${pattern}: ${this.output}`,
    );
    return found;
  }

  waitForOutput(text: string): Promise<void> {
    return waitUntil(
      () => this.output.includes(text),
      () => `The example did not print "${text}": ${this.output}`,
    );
  }

  writeLine(text: string): void {
    this.child.stdin?.write(`${text}\n`);
  }

  async waitForExit(): Promise<{ code: number | null; output: string }> {
    await this.closedPromise;
    return { code: this.child.exitCode, output: this.output };
  }

  stop(): void {
    if (this.child.exitCode === null && this.child.pid) process.kill(-this.child.pid, 'SIGKILL');
  }
}

const listOutbox = async (to: string): Promise<unknown[]> => {
  await service.settle();
  return service.outbox(`?to=${to}`);
};

test.each([
  ['y', 'The email is sent.', 1],
  ['n', 'The email is canceled.', 0],
])('approval: the example acts on the decision %s', async (response, expectedOutput, mails) => {
  const before = (await listOutbox('kim@example.com')).length;
  exampleProcess = ExampleProcess.run('approval');

  await exampleProcess.waitForOutput('Send it? [y/N]');
  expect(await listOutbox('kim@example.com')).toHaveLength(before);
  exampleProcess.writeLine(response);

  expect(await exampleProcess.waitForExit()).toMatchObject({
    code: 0,
    output: expect.stringContaining(expectedOutput),
  });
  expect(await listOutbox('kim@example.com')).toHaveLength(before + mails);
});

test('signup: the agent confirms its account with the code that arrives', async () => {
  exampleProcess = ExampleProcess.run('signup');

  const { code, output } = await exampleProcess.waitForExit();

  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /^The shop confirmed the account of \S+@mail\.local\.test with the code \d{6}\./,
    ),
  });
});

test('support: the agent drafts a reply to a person, and not to programs or thanks', async () => {
  exampleProcess = ExampleProcess.run('support');
  const [, to = ''] = await exampleProcess.waitForMatch(/Waiting for email to (\S+)\. /);
  const deliverMail = (from: string, body: string, headers: string[] = []) =>
    deliverInboundMail(
      service,
      { recipients: to, mailFrom: from, spf: 'PASS', dkim: 'PASS', dmarc: 'PASS' },
      rawMail({ from, to, subject: `From ${from}`, body, headers }),
    );

  await deliverMail('max@example.com', 'Thank you!');
  await exampleProcess.waitForOutput('From max@example.com: needs no reply');
  await deliverMail('robot@example.com', 'I am away.', ['Auto-Submitted: auto-replied']);
  await exampleProcess.waitForOutput('From robot@example.com: a program wrote it');
  await deliverMail('lou@example.com', 'When do you open?');
  const [, approvalId = ''] = await exampleProcess.waitForMatch(
    /reply to lou@example\.com is pending_approval, approval (\S+)/,
  );
  expect(await listOutbox('lou@example.com')).toEqual([]);

  await service.api('POST', `/v1/approvals/${approvalId}`, { body: { decision: 'approve' } });

  expect(await listOutbox('lou@example.com')).toMatchObject([{ from: expect.stringContaining(to) }]);
  expect(await listOutbox('max@example.com')).toEqual([]);
  expect(await listOutbox('robot@example.com')).toEqual([]);
});

test('campaign: every recipient receives the campaign once', async () => {
  exampleProcess = ExampleProcess.run('campaign');

  const { code, output } = await exampleProcess.waitForExit();

  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining('The campaign is sent.'),
  });
  const mails = await Promise.all(
    ['ada', 'blaise', 'carl', 'dorothy', 'emmy'].map((name) => listOutbox(`${name}@readers.example`)),
  );
  expect(mails.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1]);
});

test('for an unknown example name, the output lists the available examples', async () => {
  exampleProcess = ExampleProcess.run('nothing');

  const { code, output } = await exampleProcess.waitForExit();

  expect(code).toBe(2);
  for (const name of readdirSync('examples')) expect(output).toContain(name.replace('.ts', ''));
});
