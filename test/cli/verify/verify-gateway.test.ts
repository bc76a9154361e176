import { makeTempDir } from '../../support/run/run-dir';
import { Service } from '../../support/service';
import { startFrontServer, type ReceivedRequest } from './support/front-server';
import { causesIn, runVerify } from './support/run-verify';

let service: Service;

// A clock that was moved is a finding, so these tests do not share a runtime.
beforeAll(async () => {
  service = await Service.start(makeTempDir());
});

afterAll(() => service.stop());

/** API Gateway's response if Lambda refuses to run the function. */
const notRun = {
  status: 503,
  headers: { 'Content-Type': 'application/json' },
  body: '{"error":{"type":"service_unavailable","message":"The service is not available"}}',
};

test('verify names the cause: a function is stopped (CL-3)', async () => {
  const causes = await causesBehind(({ method, path }) => method === 'POST' && path === '/v1/emails');

  expect(causes).toEqual({
    send: expect.stringMatching(/^Lambda does not run sendEmail, but runs other functions: it is stopped/),
  });
});

test('verify names the cause: Lambda throttles all functions (CL-3)', async () => {
  const causes = await causesBehind(({ path }) => path !== '/v1/openapi.json');

  expect(causes).toEqual({
    key: 'Lambda throttles the functions, because all executions of the account are in use.',
  });
});

async function causesBehind(
  isRefused: (request: ReceivedRequest) => boolean,
): Promise<Record<string, string>> {
  const gateway = await startFrontServer(service.metadata.api, (request, forward) =>
    isRefused(request) ? notRun : forward(),
  );
  const report = await runVerify({ ...service.metadata, api: gateway.url }, { only: ['send', 'contacts'] });
  gateway.stop();
  return causesIn(report);
}
