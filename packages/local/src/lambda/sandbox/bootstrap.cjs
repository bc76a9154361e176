/* eslint-disable @typescript-eslint/no-require-imports -- workers load this file directly, without a compiler */
'use strict';
/**
 * The counterpart of Lambda's Node.js runtime. Sets up the local clock, DNS and network, loads the bundle, and then
 * runs one event at a time.
 */
const { existsSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { parentPort, workerData } = require('node:worker_threads');
const { keepCompiledCode, writeCompiledCode } = require('./compiled-code.cjs');
const { followClock } = require('./follow-clock.cjs');
const { confineNetwork, routeAddresses } = require('./confine-network.cjs');
const { trustAuthority } = require('./trust-authority.cjs');
const { defineStreaming, isStreaming, runStreaming } = require('./response-stream.cjs');

nameThread(workerData.context.functionName);
followClock(workerData.clockOffset);
confineNetwork(workerData.dnsPort);
routeAddresses(workerData.addresses);
if (workerData.authority) trustAuthority(workerData.authority);
defineStreaming();
keepCompiledCode(workerData.codeDir);
void start();

/**
 * Names the thread, so that `top -H` and the benchmarks show which function is busy. Linux limits names to 15
 * characters.
 */
function nameThread(functionName) {
  try {
    writeFileSync('/proc/thread-self/comm', functionName.split('-').at(-1).slice(0, 15));
  } catch {
    // The system is not Linux, or the name is not writable. The name is optional.
  }
}

async function start() {
  try {
    const handler = await loadHandler(workerData.codeDir, workerData.handler);
    parentPort.on('message', (message) => {
      if (message.kind === 'addresses') routeAddresses(message.addresses);
      else void answer(handler, message);
    });
    parentPort.postMessage({ kind: 'ready' });
  } catch (error) {
    parentPort.postMessage({ kind: 'failed-start', error: describe(error) });
  }
}

async function loadHandler(codeDir, name) {
  const dot = name.lastIndexOf('.');
  const base = join(codeDir, name.slice(0, dot));
  const file = ['.js', '.cjs', '.mjs'].map((extension) => base + extension).find(existsSync);
  if (!file) throw namedError('Runtime.ImportModuleError', `Cannot find module '${base}'`);
  const bundle = file.endsWith('.mjs') ? await import(pathToFileURL(file).href) : require(file);
  const handler = bundle[name.slice(dot + 1)];
  if (typeof handler !== 'function') {
    throw namedError('Runtime.HandlerNotFound', `${name} is undefined or not exported`);
  }
  return handler;
}

async function answer(handler, { requestId, payload, traceHeader }) {
  // The AWS SDK sends the value of this variable as a header of each request, so that Lambda can detect a recursive
  // loop.
  if (traceHeader === undefined) delete process.env._X_AMZN_TRACE_ID;
  else process.env._X_AMZN_TRACE_ID = traceHeader;
  const context = contextOf(requestId);
  try {
    const event = JSON.parse(payload);
    const streamed = isStreaming(handler);
    const result = streamed
      ? await runStreaming(handler, event, context)
      : await run(handler, event, context);
    parentPort.postMessage({ kind: 'done', payload: JSON.stringify(result) ?? 'null', streamed });
  } catch (error) {
    process.stderr.write(`Invoke Error ${requestId} ${error?.stack ?? error}\n`);
    parentPort.postMessage({ kind: 'failed', error: describe(error) });
  }
  writeCompiledCode();
}

function run(handler, event, context) {
  return new Promise((resolve, reject) => {
    const callback = (error, result) => (error ? reject(error) : resolve(result));
    const returned = handler(event, context, callback);
    // If a handler takes a callback, Lambda ignores a return value that is not a promise.
    if (typeof returned?.then === 'function') returned.then(resolve, reject);
    else if (handler.length < 3) resolve(returned);
  });
}

function contextOf(requestId) {
  const deadline = performance.now() + workerData.timeoutMs;
  return {
    ...workerData.context,
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadline - performance.now())),
  };
}

function describe(error) {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}

function namedError(name, message) {
  return Object.assign(new Error(message), { name });
}
