import { createServer } from 'node:http';
import { requireEnv } from '../shared/core/env';
import { handleRequest } from './handle-request';
import { bodyMemoryMb } from './park-body';

/** Bodies use half of the task's memory. The program uses the other half. */
const bodiesMax = Math.floor(Number(requireEnv('TASK_MEMORY_MB')) / 2 / bodyMemoryMb);
const bodyMsMax = Number(requireEnv('BODY_SECONDS_MAX')) * 1000;

/**
 * Accepts requests that are too large for API Gateway or a Lambda payload. Parks the body in S3 and invokes the
 * function of the endpoint with a reference to the body. With the preset "full", runs in a container.
 */
const server = createServer((request, response) => {
  void handleRequest(request, response, { bodiesMax, bodyMsMax });
});

// The load balancer keeps connections open for 60 seconds, and this server must keep connections open longer.
server.keepAliveTimeout = 65_000;
server.listen(Number(process.env.PORT ?? 8080), process.env.HOST);

process.once('SIGTERM', () => server.close());
