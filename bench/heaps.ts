import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket, type MessageEvent } from 'undici';
import { findRuntime } from './cpu';

/** The address at which Node's inspector listens after the process receives SIGUSR1. */
const inspectorUrl = 'http://127.0.0.1:9229/json/list';

/** The maximum wait for a response. An instance that ends during the measurement does not respond. */
const responseTimeoutMs = 3_000;

interface Message {
  id?: number;
  method?: string;
  params?: { sessionId?: string; message?: string; workerInfo?: { title: string } };
  result?: { usedSize?: number };
}

/** The live heap in bytes of a function's largest instance after garbage collection; 0 if no instance runs. */
export async function largestHeap(functionName: string): Promise<number> {
  const runtime = findRuntime();
  if (runtime === undefined) return 0;
  process.kill(runtime, 'SIGUSR1');
  const socket = new WebSocket(await debuggerUrl());
  await once(socket, 'open');
  try {
    return await collectHeapSizes(socket, functionName);
  } finally {
    socket.close();
  }
}

async function debuggerUrl(): Promise<string> {
  for (let attempts = 0; attempts < 50; attempts++) {
    const response = await fetch(inspectorUrl).catch(() => undefined);
    const [target]: { webSocketDebuggerUrl: string }[] = response ? JSON.parse(await response.text()) : [];
    if (target) return target.webSocketDebuggerUrl;
    await sleep(100);
  }
  throw new Error(
    `The runtime's inspector does not respond at ${inspectorUrl}. Check whether another process uses the port`,
  );
}

/**
 * Requests the heap size of each worker thread of the function. Within the inspector session of the process, each
 * thread has a separate session.
 */
async function collectHeapSizes(socket: WebSocket, functionName: string): Promise<number> {
  const heaps: number[] = [];
  let [lastId, requestedCount, isListed] = [0, 0, false];
  const send = (method: string, params: object): void =>
    socket.send(JSON.stringify({ id: (lastId += 1), method, params }));
  const sendToWorker = (sessionId: string, method: string): void => {
    const message = JSON.stringify({ id: lastId, method });
    send('NodeWorker.sendMessageToWorker', { sessionId, message });
  };
  const allReported = new Promise<void>((resolve) => {
    socket.addEventListener('message', ({ data }: MessageEvent) => {
      const { id, method, params = {} }: Message = JSON.parse(String(data));
      const { sessionId = '', workerInfo, message = '{}' } = params;
      if (method === 'NodeWorker.attachedToWorker' && workerInfo?.title.endsWith(`-${functionName}`)) {
        requestedCount += 1;
        sendToWorker(sessionId, 'HeapProfiler.collectGarbage');
        sendToWorker(sessionId, 'Runtime.getHeapUsage');
      }
      const { result }: Message = JSON.parse(message);
      if (result?.usedSize !== undefined) heaps.push(result.usedSize);
      // The inspector announces all running threads before its first response.
      isListed ||= id === 1;
      if (isListed && heaps.length === requestedCount) resolve();
    });
  });
  send('NodeWorker.enable', { waitForDebuggerOnStart: false });
  await Promise.race([allReported, sleep(responseTimeoutMs)]);
  return Math.max(0, ...heaps);
}
