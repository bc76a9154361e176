import { createServer } from 'node:http';
import { requireEnv } from '../shared/core/env';
import { handleRequest } from './handle-request';
import { bodyMemoryMb } from './park-body';

/** Half of the task's memory: the program itself has the other half. */
const bodiesMax = Math.floor(Number(requireEnv('TASK_MEMORY_MB')) / 2 / bodyMemoryMb);
const bodyMsMax = Number(requireEnv('BODY_SECONDS_MAX')) * 1000;

/**
 * Takes requests that are too large for API Gateway or Lambda's payload: the body is parked in S3 and the
 * endpoint's own function is invoked with a reference to it. A container of the preset "full".
 */
const server = createServer((request, response) => {
  void handleRequest(request, response, { bodiesMax, bodyMsMax });
});

// Behind a load balancer that keeps connections for 60 seconds: ours must outlive its own.
server.keepAliveTimeout = 65_000;
server.listen(Number(process.env.PORT ?? 8080), process.env.HOST);

process.once('SIGTERM', () => server.close());
