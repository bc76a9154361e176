import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as passes } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { PoolOptions } from '../../packages/local/src/lambda/pool';
import type { FunctionSpec } from '../../packages/local/src/template/deployment';
import { aFunction, answerOf, aWorld, errorOf, until, type World } from './support/lambda-world';

let world: World;

async function given(
  source: string,
  overrides: Partial<FunctionSpec> = {},
  options: Partial<PoolOptions> = {},
) {
  world = await aWorld([aFunction(source, overrides)], options);
  return world;
}

afterEach(() => world.stop());

/** Answers how many runs this instance has seen, once `ms` have passed. */
const counting = `
  let runs = 0;
  exports.handler = async ({ ms = 0 }) => {
    runs += 1;
    await new Promise((resolve) => setTimeout(resolve, ms));
    return runs;
  };`;

describe('instances', () => {
  test('a second request finds the instance of the first', async () => {
    const { pool } = await given(counting);

    expect(await answerOf(pool, 'probe')).toBe(1);
    expect(await answerOf(pool, 'probe')).toBe(2);
  });

  test('two requests to one function run at the same time', async () => {
    const { pool } = await given(counting);

    const both = [answerOf(pool, 'probe', { ms: 300 }), answerOf(pool, 'probe', { ms: 300 })];

    expect(pool.running()).toBe(2);
    expect(await Promise.all(both)).toEqual([1, 1]);
    expect(pool.running()).toBe(0);
  });

  test('beyond the cap, requests wait in line and none is lost', async () => {
    const { pool } = await given(counting, {}, { instancesMax: 1 });

    const answers = [1, 2, 3].map(() => answerOf(pool, 'probe', { ms: 20 }));

    expect(pool.running()).toBe(3);
    expect(await Promise.all(answers)).toEqual([1, 2, 3]);
  });

  test('whoever waits is told when an instance has their request, and not before', async () => {
    const { pool } = await given(counting, {}, { instancesMax: 1 });
    const begunAt: number[] = [];
    const begins = () => begunAt.push(performance.now());

    const all = [100, 0].map((ms) => pool.invoke('probe', JSON.stringify({ ms }), begins));
    const begunAtOnce = begunAt.length;
    await Promise.all(all);

    // The first waits until its instance is loaded, the second until the first is over.
    const [first = 0, second = 0] = begunAt;
    expect([begunAtOnce, begunAt.length]).toEqual([0, 2]);
    expect(second - first).toBeGreaterThanOrEqual(95);
  });

  test('an instance that is not used is stopped', async () => {
    const { pool } = await given(counting, {}, { idleMs: 30 });
    await answerOf(pool, 'probe');

    await passes(200);

    expect(await answerOf(pool, 'probe')).toBe(1);
  });

  test('the end of the last invocation is told', async () => {
    const { pool } = await given(counting);
    const told: number[] = [];
    pool.onChange(() => told.push(pool.running()));

    await Promise.all([answerOf(pool, 'probe'), answerOf(pool, 'probe', { ms: 50 })]);

    expect(told).toEqual([0]);
  });
});

describe('environment', () => {
  test('a function sees the template and what Lambda adds, and nothing of the runtime itself', async () => {
    process.env['OF_THE_PARENT'] = 'secret';
    const { pool } = await given('exports.handler = async () => process.env;', {
      environment: { TABLE_NAME: 'main' },
    });

    const environment = await answerOf(pool, 'probe');

    expect(environment).toMatchObject({
      TABLE_NAME: 'main',
      AWS_REGION: 'eu-west-1',
      AWS_LAMBDA_FUNCTION_NAME: 'probe',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:4566',
      TZ: 'UTC',
    });
    expect(environment).not.toHaveProperty('OF_THE_PARENT');
    expect(environment).not.toHaveProperty('JEST_WORKER_ID');
  });

  test('each instance signs with a key of its own, which leads back to its function and request', async () => {
    const { pool } = await given(`
      exports.handler = async (_, { awsRequestId }) => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        return { key: process.env.AWS_ACCESS_KEY_ID, awsRequestId };
      };`);

    const [first, second] = await Promise.all([pool.invoke('probe', '{}'), pool.invoke('probe', '{}')]);

    const keys = [first, second].map((outcome) => {
      const { key, awsRequestId } = JSON.parse(outcome.kind === 'answer' ? outcome.payload : '{}');
      expect(awsRequestId).toBe(outcome.requestId);
      expect(pool.caller(key)).toEqual({
        functionName: 'probe',
        roleArn: 'arn:aws:iam::111122223333:role/probe',
        requestId: outcome.requestId,
      });
      return key;
    });
    expect(keys[0]).not.toBe(keys[1]);
    expect(pool.caller('AKIAUNKNOWN')).toBeUndefined();
  });

  test('the context is that of Lambda', async () => {
    const { pool } = await given(
      'exports.handler = async (_, c) => ({ ...c, left: c.getRemainingTimeInMillis() });',
    );

    expect(await answerOf(pool, 'probe')).toEqual({
      functionName: 'probe',
      functionVersion: '$LATEST',
      invokedFunctionArn: 'arn:aws:lambda:eu-west-1:111122223333:function:probe',
      memoryLimitInMB: '128',
      logGroupName: '/aws/lambda/probe',
      logStreamName: expect.stringMatching(/^\[\$LATEST\][0-9a-f]{32}$/),
      awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      callbackWaitsForEmptyEventLoop: true,
      left: expect.any(Number),
    });
  });

  test('what a function writes arrives line by line', async () => {
    const { pool, logs } = await given(`
      exports.handler = async () => { console.log('one\\ntwo'); console.error('three'); };`);

    await answerOf(pool, 'probe');
    await until(() => logs.length >= 3);

    expect(logs.sort()).toEqual(['probe: one', 'probe: three', 'probe: two']);
  });
});

describe('clock', () => {
  test('a move of the clock is seen inside a running function', async () => {
    const { pool, clock, logs } = await given(`
      exports.handler = async () => {
        const [before, realBefore] = [Date.now(), performance.now()];
        console.log('started');
        while (Date.now() - before < 3_600_000) await new Promise((resolve) => setTimeout(resolve, 5));
        return { movedMs: Date.now() - before, tookMs: performance.now() - realBefore };
      };`);

    const running = answerOf(pool, 'probe');
    await until(() => logs.length > 0);
    clock.jumpTo(clock.now() + 86_400_000);

    const { movedMs, tookMs } = (await running) as { movedMs: number; tookMs: number };
    // A thread may pause between its looks at two clocks.
    expect(Math.abs(movedMs - tookMs - 86_400_000)).toBeLessThan(60_000);
  });

  test('every way to ask for the date gives the moved time, and dates stay dates', async () => {
    const { pool, clock } = await given(`
      const { statSync } = require('node:fs');
      class Day extends Date { isDay() { return true; } }
      exports.handler = async () => ({
        now: Date.now(), made: new Date().getTime(), text: Date(), subclass: new Day().getTime(),
        isDay: new Day() instanceof Date && new Day().isDay(), fixed: new Date(2020, 1, 29).getDate(),
        utc: Date.UTC(1970, 0, 2), parsed: Date.parse('1970-01-02T00:00:00Z'), epoch: new Date(0).toISOString(),
        ofNode: statSync(__filename).mtime instanceof Date, name: Date.name,
      });`);
    clock.jumpTo(Date.UTC(2035, 0, 1));

    const seen = (await answerOf(pool, 'probe')) as Record<string, number | string>;

    for (const value of ['now', 'made', 'subclass', 'text'].map((name) => new Date(seen[name] ?? 0))) {
      expect(value.getUTCFullYear()).toBe(2035);
    }
    expect(seen).toMatchObject({
      isDay: true,
      fixed: 29,
      utc: 86_400_000,
      parsed: 86_400_000,
      epoch: '1970-01-01T00:00:00.000Z',
      ofNode: true,
      name: 'Date',
    });
  });
});

describe('limits', () => {
  test('a function that exceeds its time is stopped and the next invocation starts cold', async () => {
    const { pool } = await given(
      `let runs = 0;
       exports.handler = async ({ forever }) => { runs += 1; while (forever); return runs; };`,
      { timeoutMs: 2_000 },
    );
    await answerOf(pool, 'probe');

    const error = await errorOf(pool, 'probe', { forever: true });

    expect(error).toEqual({
      errorType: 'Sandbox.Timedout',
      errorMessage: expect.stringContaining('Task timed out after 2.00 seconds'),
    });
    expect(await answerOf(pool, 'probe')).toBe(1);
  });

  test('memory above the limit kills the instance, not the runtime', async () => {
    const { pool } = await given(
      `const kept = [];
       exports.handler = async ({ hungry }) => {
         while (hungry) kept.push(Array.from({ length: 10_000 }, (_, i) => ({ i })));
         return kept.length;
       };`,
      { timeoutMs: 60_000 },
    );

    const error = await errorOf(pool, 'probe', { hungry: true });

    expect(error).toMatchObject({ errorType: 'Runtime.OutOfMemory' });
    expect(await answerOf(pool, 'probe')).toBe(0);
  });

  test('a payload has its limit in both directions, to the byte', async () => {
    const { pool } = await given(`
      exports.handler = async ({ length, text }) => text ? text.length : 'x'.repeat(length);`);
    const inside = (bytes: number): string =>
      JSON.stringify({ text: 'x'.repeat(bytes - '{"text":""}'.length) });
    const outside = (bytes: number): string => JSON.stringify({ length: bytes - '""'.length });

    expect(await pool.invoke('probe', inside(6_291_456))).toMatchObject({ kind: 'answer' });
    expect(await pool.invoke('probe', inside(6_291_457))).toMatchObject({
      kind: 'too-large',
      direction: 'in',
    });
    expect(await pool.invoke('probe', outside(6_291_556))).toMatchObject({ kind: 'answer' });
    expect(await pool.invoke('probe', outside(6_291_557))).toMatchObject({
      kind: 'too-large',
      direction: 'out',
    });
  });
});

describe('failures', () => {
  test('an error of the handler is an outcome, and the instance lives on', async () => {
    const { pool } = await given(`
      let runs = 0;
      exports.handler = async ({ fail }) => { runs += 1; if (fail) throw new TypeError('no'); return runs; };`);

    const error = await errorOf(pool, 'probe', { fail: true });

    expect(error).toEqual({ errorType: 'TypeError', errorMessage: 'no', trace: expect.any(Array) });
    expect(await answerOf(pool, 'probe')).toBe(2);
  });

  test('a function that ends its process ends its instance only', async () => {
    const { pool } = await given('exports.handler = async ({ exit }) => exit ? process.exit(3) : "alive";');

    expect(await errorOf(pool, 'probe', { exit: true })).toMatchObject({
      errorType: 'Runtime.ExitError',
      errorMessage: expect.stringContaining('exit status 3'),
    });
    expect(await answerOf(pool, 'probe')).toBe('alive');
  });

  test('an error that nothing catches ends the invocation', async () => {
    const { pool } = await given(`
      exports.handler = () => new Promise(() => setTimeout(() => { throw new RangeError('lost'); }, 1));`);

    expect(await errorOf(pool, 'probe')).toMatchObject({ errorType: 'RangeError', errorMessage: 'lost' });
  });

  test('what is thrown need not be an error', async () => {
    const { pool } = await given(`
      exports.handler = ({ late }) => new Promise((_, reject) => {
        if (late) setTimeout(() => { throw 'thrown text'; }, 1);
        else reject('rejected text');
      });`);

    expect(await errorOf(pool, 'probe')).toEqual({
      errorType: 'string',
      errorMessage: 'rejected text',
      trace: [],
    });
    expect(await errorOf(pool, 'probe', { late: true })).toMatchObject({
      errorType: 'string',
      errorMessage: 'thrown text',
    });
  });

  test('a bundle that does not load fails the invocation and says why', async () => {
    const { pool } = await given('throw new Error("broken bundle");');

    expect(await errorOf(pool, 'probe')).toMatchObject({ errorType: 'Error', errorMessage: 'broken bundle' });
  });

  test('a handler that is not there fails the invocation', async () => {
    const { pool } = await given('exports.other = 1;');

    expect(await errorOf(pool, 'probe')).toMatchObject({ errorType: 'Runtime.HandlerNotFound' });
  });

  test('a function that is not in the template is an error outcome', async () => {
    const { pool } = await given(counting);

    expect(await errorOf(pool, 'nobody')).toMatchObject({ errorType: 'ResourceNotFoundException' });
  });

  test('a kill ends the instance in mid-run', async () => {
    const { pool, logs } = await given(`
      exports.handler = async ({ wait }) => {
        console.log(process.env.AWS_ACCESS_KEY_ID);
        if (wait) await new Promise(() => {});
        return 'again';
      };`);
    const running = errorOf(pool, 'probe', { wait: true });
    await until(() => logs.length > 0);

    pool.kill(logs[0]?.replace('probe: ', '') ?? '');

    expect(await running).toMatchObject({ errorType: 'Runtime.ExitError' });
    expect(await answerOf(pool, 'probe')).toBe('again');
  });

  test('a restart ends what runs and what comes after starts cold', async () => {
    const { pool } = await given(counting);
    await answerOf(pool, 'probe');
    const running = errorOf(pool, 'probe', { ms: 60_000 });

    const restarted = pool.restart();
    const next = answerOf(pool, 'probe');

    await restarted;
    expect(await running).toMatchObject({ errorType: 'Runtime.ExitError' });
    expect(await next).toBe(1);
  });

  test('a stop ends what runs and what waits in line', async () => {
    const { pool } = await given(counting, {}, { instancesMax: 1 });
    const both = [errorOf(pool, 'probe', { ms: 60_000 }), errorOf(pool, 'probe')];

    await pool.stop();

    expect(await Promise.all(both)).toMatchObject([
      { errorType: 'Runtime.ExitError' },
      { errorType: 'Runtime.ExitError' },
    ]);
    expect(await errorOf(pool, 'probe')).toMatchObject({ errorMessage: 'The runtime stops' });
  });
});

describe('handlers', () => {
  test('a handler may answer through the callback', async () => {
    const { pool } = await given(`
      exports.handler = (event, context, callback) => { setTimeout(() => callback(null, event.n + 1), 5); };`);

    expect(await answerOf(pool, 'probe', { n: 1 })).toBe(2);
  });

  test('an error given to the callback is an error outcome', async () => {
    const { pool } = await given('exports.handler = (e, c, callback) => callback(new Error("told"));');

    expect(await errorOf(pool, 'probe')).toMatchObject({ errorType: 'Error', errorMessage: 'told' });
  });

  test('no answer at all is null', async () => {
    const { pool } = await given('exports.handler = async () => {};');

    expect(await pool.invoke('probe', '{}')).toMatchObject({ kind: 'answer', payload: 'null' });
  });

  test('a streamed answer is collected, also above the limit of an ordinary one', async () => {
    const { pool } = await given(`
      exports.handler = awslambda.streamifyResponse(async (event, stream) => {
        const http = awslambda.HttpResponseStream.from(stream, { statusCode: 206, headers: { 'content-type': 'text/plain' } });
        for (let i = 0; i < 8; i += 1) http.write(Buffer.alloc(1_000_000, 65 + i));
        http.end();
      });`);

    const answer = (await answerOf(pool, 'probe')) as { body: string };

    expect(answer).toMatchObject({
      statusCode: 206,
      headers: { 'content-type': 'text/plain' },
      isBase64Encoded: true,
    });
    expect(Buffer.from(answer.body, 'base64')).toHaveLength(8_000_000);
  });

  test('an error while streaming is an error outcome', async () => {
    const { pool } = await given(`
      exports.handler = awslambda.streamifyResponse(async (event, stream) => {
        stream.write('half');
        throw new Error('cut');
      });`);

    expect(await errorOf(pool, 'probe')).toMatchObject({ errorMessage: 'cut' });
  });

  test('an ES module is a bundle too', async () => {
    const spec = aFunction('', { handler: 'entry.run' });
    writeFileSync(`${spec.codeDir}/entry.mjs`, 'export const run = async () => "module";');
    world = await aWorld([spec]);

    expect(await answerOf(world.pool, 'probe')).toBe('module');
  });
});

describe('what an instance has compiled', () => {
  const cold = async () => {
    await world.pool.restart();
    return answerOf(world.pool, 'probe');
  };

  /** One that has been called, and what it left beside its bundle. */
  async function givenKept(source: string): Promise<{ spec: FunctionSpec; kept: string[] }> {
    const spec = aFunction(source);
    world = await aWorld([spec]);
    await answerOf(world.pool, 'probe');
    const folder = join(spec.codeDir, '.compiled');
    await until(
      () => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(process.version)),
    );
    return { spec, kept: readdirSync(folder).map((name) => join(folder, name)) };
  }

  test('is what the next instances begin with', async () => {
    const { kept } = await givenKept(counting);
    const written = () => kept.map((path) => statSync(path).ino);
    const before = written();

    expect(await cold()).toBe(1);
    // Whoever compiled for itself writes that down before it answers again: a new file.
    expect(await answerOf(world.pool, 'probe')).toBe(2);
    expect(written()).toEqual(before);
  });

  test('is not what another source of the same length is run as', async () => {
    const { spec } = await givenKept('exports.handler = async () => "one";');

    writeFileSync(join(spec.codeDir, 'index.js'), 'exports.handler = async () => "two";');

    expect(await cold()).toBe('two');
  });

  test('is compiled again where the file was cut off', async () => {
    const { kept } = await givenKept(counting);

    for (const path of kept) writeFileSync(path, readFileSync(path).subarray(0, 100));

    expect(await cold()).toBe(1);
    await until(() => kept.every((path) => readFileSync(path).length > 100));
  });

  test.each([
    ['', '1:59'],
    ['\n', '2:59'],
  ])('shows the same place in the stack of an error, after %j', async (before, place) => {
    await givenKept(`${before}exports.handler = async ({ fails }) => { if (fails) throw new Error("no"); };`);

    await world.pool.restart();
    const error = await errorOf(world.pool, 'probe', { fails: true });
    const atItsPlace: unknown = expect.stringMatching(new RegExp(`index\\.js:${place}\\)?$`));
    expect(error).toMatchObject({ trace: expect.arrayContaining([atItsPlace]) as unknown });
  });

  test('does not keep a bundle from its `import()`', async () => {
    const spec = aFunction('exports.handler = async () => typeof (await import("node:http")).request;');
    world = await aWorld([spec]);

    expect([await answerOf(world.pool, 'probe'), await cold(), await cold()]).toEqual(
      Array(3).fill('function'),
    );
  });
});

test('a cold start takes little more than the start of any thread', async () => {
  const { pool } = await given(counting);

  const [cold, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < 8; round += 1) {
    cold.push(await msOf(() => answerOf(pool, 'probe')));
    await pool.restart();
    bare.push(await msOf(startAnyThread));
  }

  // The best of each: other tests share the machine.
  expect(Math.min(...cold)).toBeLessThan(5 * Math.min(...bare));
});

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function startAnyThread(): Promise<void> {
  const worker = new Worker("require('node:worker_threads').parentPort.postMessage('ready');", {
    eval: true,
  });
  await once(worker, 'message');
  await worker.terminate();
}
