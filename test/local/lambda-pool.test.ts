import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { FunctionPoolOptions } from '../../packages/local/src/lambda/function-pool';
import type { FunctionSpec } from '../../packages/local/src/template/deployment';
import {
  createFunction,
  invokeOk,
  createLambdaEnvironment,
  invokeError,
  waitUntil,
  type LambdaEnvironment,
} from './support/lambda-environment';

let lambda: LambdaEnvironment;

async function startPool(
  source: string,
  overrides: Partial<FunctionSpec> = {},
  options: Partial<FunctionPoolOptions> = {},
) {
  lambda = await createLambdaEnvironment([createFunction(source, overrides)], options);
  return lambda;
}

afterEach(() => lambda.stop());

/** Waits for `ms` and returns how many times this instance has run. */
const countingSource = `
  let runs = 0;
  exports.handler = async ({ ms = 0 }) => {
    runs += 1;
    await new Promise((resolve) => setTimeout(resolve, ms));
    return runs;
  };`;

describe('instances', () => {
  test('a second request reuses the instance of the first request', async () => {
    const { pool } = await startPool(countingSource);

    expect(await invokeOk(pool, 'probe')).toBe(1);
    expect(await invokeOk(pool, 'probe')).toBe(2);
  });

  test('two requests to one function run at the same time', async () => {
    const { pool } = await startPool(countingSource);

    const pending = [invokeOk(pool, 'probe', { ms: 300 }), invokeOk(pool, 'probe', { ms: 300 })];

    expect(pool.runningCount()).toBe(2);
    expect(await Promise.all(pending)).toEqual([1, 1]);
    expect(pool.runningCount()).toBe(0);
  });

  test('requests beyond the instance limit are queued, and no request is lost', async () => {
    const { pool } = await startPool(countingSource, {}, { instancesMax: 1 });

    const responses = [1, 2, 3].map(() => invokeOk(pool, 'probe', { ms: 20 }));

    expect(pool.runningCount()).toBe(3);
    expect(await Promise.all(responses)).toEqual([1, 2, 3]);
  });

  test('onStarted is called when an instance takes the request, and not before', async () => {
    const { pool } = await startPool(countingSource, {}, { instancesMax: 1 });
    const begunAt: number[] = [];
    const onStarted = () => begunAt.push(performance.now());

    const pending = [100, 0].map((ms) => pool.invoke('probe', JSON.stringify({ ms }), { onStarted }));
    const begunImmediately = begunAt.length;
    await Promise.all(pending);

    // The first request waits for the instance to load, and the second waits for the first request.
    const [first = 0, second = 0] = begunAt;
    expect([begunImmediately, begunAt.length]).toEqual([0, 2]);
    expect(second - first).toBeGreaterThanOrEqual(95);
  });

  test('an idle instance is stopped', async () => {
    const { pool } = await startPool(countingSource, {}, { idleMs: 30 });
    await invokeOk(pool, 'probe');

    await sleep(200);

    expect(await invokeOk(pool, 'probe')).toBe(1);
  });

  test('above the total, a new instance replaces the one that has been idle longest, but no running one', async () => {
    const functions = ['first', 'second', 'third'].map((name) => createFunction(countingSource, { name }));
    lambda = await createLambdaEnvironment(functions, { totalMax: 2 });
    const { pool } = lambda;
    const runs = (name: string, ms = 0) => invokeOk(pool, name, { ms });

    expect([await runs('first'), await runs('second'), await runs('first')]).toEqual([1, 1, 2]);
    expect([await runs('third'), await runs('first'), await runs('second')]).toEqual([1, 3, 1]);
    expect(await Promise.all([runs('first', 300), runs('second', 300), runs('third', 300)])).toEqual([
      4, 2, 1,
    ]);
  });

  test('onIdle is called once, when the last invocation ends', async () => {
    const { pool } = await startPool(countingSource);
    const runningCounts: number[] = [];
    pool.onIdle(() => runningCounts.push(pool.runningCount()));

    await Promise.all([invokeOk(pool, 'probe'), invokeOk(pool, 'probe', { ms: 50 })]);

    expect(runningCounts).toEqual([0]);
  });
});

describe('environment', () => {
  test('a function sees the variables of the template and of Lambda, but not those of the runtime', async () => {
    process.env['OF_THE_PARENT'] = 'secret';
    const { pool } = await startPool('exports.handler = async () => process.env;', {
      environment: { TABLE_NAME: 'main' },
    });

    const environment = await invokeOk(pool, 'probe');

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

  test('each instance signs with its own key, which identifies its function and request', async () => {
    const { pool } = await startPool(`
      exports.handler = async (_, { awsRequestId }) => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        return { key: process.env.AWS_ACCESS_KEY_ID, awsRequestId };
      };`);

    const [first, second] = await Promise.all([pool.invoke('probe', '{}'), pool.invoke('probe', '{}')]);

    const keys = [first, second].map((outcome) => {
      const { key, awsRequestId } = JSON.parse(outcome.kind === 'response' ? outcome.payload : '{}');
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

  test('the context has Lambda’s fields', async () => {
    const { pool } = await startPool(
      'exports.handler = async (_, c) => ({ ...c, left: c.getRemainingTimeInMillis() });',
    );

    expect(await invokeOk(pool, 'probe')).toEqual({
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

  test('the output of a function is logged line by line', async () => {
    const { pool, logs } = await startPool(`
      exports.handler = async () => { console.log('one\\ntwo'); console.error('three'); };`);

    await invokeOk(pool, 'probe');
    await waitUntil(() => logs.length >= 3);

    expect(logs.sort()).toEqual(['probe: one', 'probe: three', 'probe: two']);
  });
});

describe('clock', () => {
  test('a clock move is visible inside a running function', async () => {
    const { pool, clock, logs } = await startPool(`
      exports.handler = async () => {
        const [before, realBefore] = [Date.now(), performance.now()];
        console.log('started');
        while (Date.now() - before < 3_600_000) await new Promise((resolve) => setTimeout(resolve, 5));
        return { movedMs: Date.now() - before, durationMs: performance.now() - realBefore };
      };`);

    const running = invokeOk(pool, 'probe');
    await waitUntil(() => logs.length > 0);
    clock.jumpTo(clock.now() + 86_400_000);

    const { movedMs, durationMs } = (await running) as { movedMs: number; durationMs: number };
    // The thread may pause between reading the two clocks.
    expect(Math.abs(movedMs - durationMs - 86_400_000)).toBeLessThan(60_000);
  });

  test('every date API returns the moved time, and dates are instances of Date', async () => {
    const { pool, clock } = await startPool(`
      const { statSync } = require('node:fs');
      class Day extends Date { isDay() { return true; } }
      exports.handler = async () => ({
        now: Date.now(), made: new Date().getTime(), text: Date(), subclass: new Day().getTime(),
        isDay: new Day() instanceof Date && new Day().isDay(), fixed: new Date(2020, 1, 29).getDate(),
        utc: Date.UTC(1970, 0, 2), parsed: Date.parse('1970-01-02T00:00:00Z'), epoch: new Date(0).toISOString(),
        ofNode: statSync(__filename).mtime instanceof Date, name: Date.name,
      });`);
    clock.jumpTo(Date.UTC(2035, 0, 1));

    const result = (await invokeOk(pool, 'probe')) as Record<string, number | string>;

    for (const value of ['now', 'made', 'subclass', 'text'].map((name) => new Date(result[name] ?? 0))) {
      expect(value.getUTCFullYear()).toBe(2035);
    }
    expect(result).toMatchObject({
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
  test('a function that exceeds its timeout is stopped, and the next invocation starts cold', async () => {
    const { pool } = await startPool(
      `let runs = 0;
       exports.handler = async ({ forever }) => { runs += 1; while (forever); return runs; };`,
      { timeoutMs: 2_000 },
    );
    await invokeOk(pool, 'probe');

    const error = await invokeError(pool, 'probe', { forever: true });

    expect(error).toEqual({
      errorType: 'Sandbox.Timedout',
      errorMessage: expect.stringContaining('Task timed out after 2.00 seconds'),
    });
    expect(await invokeOk(pool, 'probe')).toBe(1);
  });

  test('exceeding the memory limit kills the instance, not the runtime', async () => {
    const { pool } = await startPool(
      `const kept = [];
       exports.handler = async ({ hungry }) => {
         while (hungry) kept.push(Array.from({ length: 10_000 }, (_, i) => ({ i })));
         return kept.length;
       };`,
      { timeoutMs: 60_000 },
    );

    const error = await invokeError(pool, 'probe', { hungry: true });

    expect(error).toMatchObject({ errorType: 'Runtime.OutOfMemory' });
    expect(await invokeOk(pool, 'probe')).toBe(0);
  });

  test('the payload limits of requests and responses are exact to the byte', async () => {
    const { pool } = await startPool(`
      exports.handler = async ({ length, text }) => text ? text.length : 'x'.repeat(length);`);
    const payloadOfSize = (bytes: number): string =>
      JSON.stringify({ text: 'x'.repeat(bytes - '{"text":""}'.length) });
    const requestForSize = (bytes: number): string => JSON.stringify({ length: bytes - '""'.length });

    expect(await pool.invoke('probe', payloadOfSize(6_291_456))).toMatchObject({ kind: 'response' });
    expect(await pool.invoke('probe', payloadOfSize(6_291_457))).toMatchObject({
      kind: 'too-large',
      direction: 'in',
    });
    expect(await pool.invoke('probe', requestForSize(6_291_556))).toMatchObject({ kind: 'response' });
    expect(await pool.invoke('probe', requestForSize(6_291_557))).toMatchObject({
      kind: 'too-large',
      direction: 'out',
    });
  });
});

describe('failures', () => {
  test('a handler error fails the invocation, and the instance stays alive', async () => {
    const { pool } = await startPool(`
      let runs = 0;
      exports.handler = async ({ fail }) => { runs += 1; if (fail) throw new TypeError('no'); return runs; };`);

    const error = await invokeError(pool, 'probe', { fail: true });

    expect(error).toEqual({ errorType: 'TypeError', errorMessage: 'no', trace: expect.any(Array) });
    expect(await invokeOk(pool, 'probe')).toBe(2);
  });

  test('a function that ends its process ends only its instance', async () => {
    const { pool } = await startPool(
      'exports.handler = async ({ exit }) => exit ? process.exit(3) : "alive";',
    );

    expect(await invokeError(pool, 'probe', { exit: true })).toMatchObject({
      errorType: 'Runtime.ExitError',
      errorMessage: expect.stringContaining('exit status 3'),
    });
    expect(await invokeOk(pool, 'probe')).toBe('alive');
  });

  test('an uncaught error ends the invocation', async () => {
    const { pool } = await startPool(`
      exports.handler = () => new Promise(() => setTimeout(() => { throw new RangeError('lost'); }, 1));`);

    expect(await invokeError(pool, 'probe')).toMatchObject({ errorType: 'RangeError', errorMessage: 'lost' });
  });

  test('a thrown value that is not an Error fails the invocation', async () => {
    const { pool } = await startPool(`
      exports.handler = ({ late }) => new Promise((_, reject) => {
        if (late) setTimeout(() => { throw 'thrown text'; }, 1);
        else reject('rejected text');
      });`);

    expect(await invokeError(pool, 'probe')).toEqual({
      errorType: 'string',
      errorMessage: 'rejected text',
      trace: [],
    });
    expect(await invokeError(pool, 'probe', { late: true })).toMatchObject({
      errorType: 'string',
      errorMessage: 'thrown text',
    });
  });

  test('a bundle that does not load fails the invocation with the reason', async () => {
    const { pool } = await startPool('throw new Error("broken bundle");');

    expect(await invokeError(pool, 'probe')).toMatchObject({
      errorType: 'Error',
      errorMessage: 'broken bundle',
    });
  });

  test('a missing handler fails the invocation', async () => {
    const { pool } = await startPool('exports.other = 1;');

    expect(await invokeError(pool, 'probe')).toMatchObject({ errorType: 'Runtime.HandlerNotFound' });
  });

  test('invoking a function that is not in the template fails with an error', async () => {
    const { pool } = await startPool(countingSource);

    expect(await invokeError(pool, 'nobody')).toMatchObject({ errorType: 'ResourceNotFoundException' });
  });

  test('a kill ends a running instance', async () => {
    const { pool, logs } = await startPool(`
      exports.handler = async ({ wait }) => {
        console.log(process.env.AWS_ACCESS_KEY_ID);
        if (wait) await new Promise(() => {});
        return 'again';
      };`);
    const running = invokeError(pool, 'probe', { wait: true });
    await waitUntil(() => logs.length > 0);

    pool.kill(logs[0]?.replace('probe: ', '') ?? '');

    expect(await running).toMatchObject({ errorType: 'Runtime.ExitError' });
    expect(await invokeOk(pool, 'probe')).toBe('again');
  });

  test('a restart ends running invocations, and the next invocation starts cold', async () => {
    const { pool } = await startPool(countingSource);
    await invokeOk(pool, 'probe');
    const running = invokeError(pool, 'probe', { ms: 60_000 });

    const restarted = pool.restart();
    const next = invokeOk(pool, 'probe');

    await restarted;
    expect(await running).toMatchObject({ errorType: 'Runtime.ExitError' });
    expect(await next).toBe(1);
  });

  test('a stop ends running and queued invocations', async () => {
    const { pool } = await startPool(countingSource, {}, { instancesMax: 1 });
    const pending = [invokeError(pool, 'probe', { ms: 60_000 }), invokeError(pool, 'probe')];

    await pool.stop();

    expect(await Promise.all(pending)).toMatchObject([
      { errorType: 'Runtime.ExitError' },
      { errorType: 'Runtime.ExitError' },
    ]);
    expect(await invokeError(pool, 'probe')).toMatchObject({ errorMessage: 'The runtime is stopping' });
  });
});

describe('handlers', () => {
  test('a handler can respond through the callback', async () => {
    const { pool } = await startPool(`
      exports.handler = (event, context, callback) => { setTimeout(() => callback(null, event.n + 1), 5); };`);

    expect(await invokeOk(pool, 'probe', { n: 1 })).toBe(2);
  });

  test('an error passed to the callback fails the invocation', async () => {
    const { pool } = await startPool('exports.handler = (e, c, callback) => callback(new Error("told"));');

    expect(await invokeError(pool, 'probe')).toMatchObject({ errorType: 'Error', errorMessage: 'told' });
  });

  test('an undefined result is returned as null', async () => {
    const { pool } = await startPool('exports.handler = async () => {};');

    expect(await pool.invoke('probe', '{}')).toMatchObject({ kind: 'response', payload: 'null' });
  });

  test('a streamed response is collected, even above the limit of a buffered response', async () => {
    const { pool } = await startPool(`
      exports.handler = awslambda.streamifyResponse(async (event, stream) => {
        const http = awslambda.HttpResponseStream.from(stream, { statusCode: 206, headers: { 'content-type': 'text/plain' } });
        for (let i = 0; i < 8; i += 1) http.write(Buffer.alloc(1_000_000, 65 + i));
        http.end();
      });`);

    const response = (await invokeOk(pool, 'probe')) as { body: string };

    expect(response).toMatchObject({
      statusCode: 206,
      headers: { 'content-type': 'text/plain' },
      isBase64Encoded: true,
    });
    expect(Buffer.from(response.body, 'base64')).toHaveLength(8_000_000);
  });

  test('an error while streaming fails the invocation', async () => {
    const { pool } = await startPool(`
      exports.handler = awslambda.streamifyResponse(async (event, stream) => {
        stream.write('half');
        throw new Error('cut');
      });`);

    expect(await invokeError(pool, 'probe')).toMatchObject({ errorMessage: 'cut' });
  });

  test('a bundle can be an ES module', async () => {
    const spec = createFunction('', { handler: 'entry.run' });
    writeFileSync(`${spec.codeDir}/entry.mjs`, 'export const run = async () => "module";');
    lambda = await createLambdaEnvironment([spec]);

    expect(await invokeOk(lambda.pool, 'probe')).toBe('module');
  });
});

describe('the compile cache of an instance', () => {
  const invokeCold = async () => {
    await lambda.pool.restart();
    return invokeOk(lambda.pool, 'probe');
  };

  /** Starts a function, calls it and waits for its compile cache, which is stored next to the bundle. */
  async function startAndCompile(source: string): Promise<{ spec: FunctionSpec; compiledFiles: string[] }> {
    const spec = createFunction(source);
    lambda = await createLambdaEnvironment([spec]);
    await invokeOk(lambda.pool, 'probe');
    const folder = join(spec.codeDir, '.compiled');
    await waitUntil(
      () => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(process.version)),
    );
    return { spec, compiledFiles: readdirSync(folder).map((name) => join(folder, name)) };
  }

  test('is reused by later instances', async () => {
    const { compiledFiles } = await startAndCompile(countingSource);
    const inodesOf = () => compiledFiles.map((path) => statSync(path).ino);
    const before = inodesOf();

    expect(await invokeCold()).toBe(1);
    // An instance that compiles the bundle writes a new file before its second response.
    expect(await invokeOk(lambda.pool, 'probe')).toBe(2);
    expect(inodesOf()).toEqual(before);
  });

  test('is not used for another source of the same length', async () => {
    const { spec } = await startAndCompile('exports.handler = async () => "one";');

    writeFileSync(join(spec.codeDir, 'index.js'), 'exports.handler = async () => "two";');

    expect(await invokeCold()).toBe('two');
  });

  test('is rebuilt when its files are truncated', async () => {
    const { compiledFiles } = await startAndCompile(countingSource);

    for (const path of compiledFiles) writeFileSync(path, readFileSync(path).subarray(0, 100));

    expect(await invokeCold()).toBe(1);
    await waitUntil(() => compiledFiles.every((path) => readFileSync(path).length > 100));
  });

  test.each([
    ['', '1:59'],
    ['\n', '2:59'],
  ])(
    'does not change the line and column in an error stack if the bundle starts with %j',
    async (before, position) => {
      await startAndCompile(
        `${before}exports.handler = async ({ fails }) => { if (fails) throw new Error("no"); };`,
      );

      await lambda.pool.restart();
      const error = await invokeError(lambda.pool, 'probe', { fails: true });
      const stackLine: unknown = expect.stringMatching(new RegExp(`index\\.js:${position}\\)?$`));
      expect(error).toMatchObject({ trace: expect.arrayContaining([stackLine]) as unknown });
    },
  );

  test('does not break `import()` in a bundle', async () => {
    const spec = createFunction('exports.handler = async () => typeof (await import("node:http")).request;');
    lambda = await createLambdaEnvironment([spec]);

    expect([await invokeOk(lambda.pool, 'probe'), await invokeCold(), await invokeCold()]).toEqual(
      Array(3).fill('function'),
    );
  });
});

test('a cold start takes less than five times as long as starting a bare thread', async () => {
  const { pool } = await startPool(countingSource);

  const [coldStartMs, bareThreadMs]: [number[], number[]] = [[], []];
  for (let round = 0; round < 8; round += 1) {
    coldStartMs.push(await measureMs(() => invokeOk(pool, 'probe')));
    await pool.restart();
    bareThreadMs.push(await measureMs(startBareThread));
  }

  // Compares the minimums, because other tests use the machine at the same time.
  expect(Math.min(...coldStartMs)).toBeLessThan(5 * Math.min(...bareThreadMs));
});

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function startBareThread(): Promise<void> {
  const worker = new Worker("require('node:worker_threads').parentPort.postMessage('ready');", {
    eval: true,
  });
  await once(worker, 'message');
  await worker.terminate();
}
