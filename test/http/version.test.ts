import { Stack } from 'aws-cdk-lib';
import { version } from '../../package.json';
import { restApiBody } from '../../lib/parts/rest-api-body';
import { readTemplates, resourcesOf } from '../../lib/rules/template';
import { synthesize } from '../../packages/local/src/template/synthesize';
import { useService } from '../support/use-service';

const service = useService();

const versionHeader = 'cn-version';

describe('the header CN-Version is the version of the service', () => {
  test.each([
    ['a success', 'GET', '/v1/emails', {}],
    ['a success without a credential', 'GET', '/v1/openapi.json', { key: null }],
    ['an error', 'POST', '/v1/emails', { raw: '{' }],
    ['a refused credential', 'GET', '/v1/emails', { key: null }],
    ['an unknown path', 'GET', '/v1/nothing', {}],
    ['a page', 'GET', '/unsubscribe/garbage', { key: null }],
    ['the dashboard', 'GET', '/app/log', { key: null }],
    ['the MCP server', 'POST', '/mcp', { body: {} }],
    ['a body that the ingress parks', 'POST', '/v1/emails', { raw: ' '.repeat(3_000_000) }],
    ['a body that the ingress refuses', 'POST', '/v1/emails', { raw: ' '.repeat(16_000_000) }],
  ])('of %s', async (_description, method, path, options) => {
    const { headers } = await service.api(method, path, options);

    expect(headers.get(versionHeader)).toBe(version);
  });

  test('of a response that API Gateway generates', () => {
    const responses = restApiBody(new Stack(), 'carrier-nest-test-')['x-amazon-apigateway-gateway-responses'];

    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['DEFAULT_4XX', 'DEFAULT_5XX']));
    for (const { responseParameters } of Object.values(responses))
      expect(responseParameters).toMatchObject({ 'gatewayresponse.header.CN-Version': `'${version}'` });
  });
});

test('the stack Api, which is deployed before all functions, reports the version in an output', async () => {
  const templates = readTemplates((await synthesize()).assembly);
  const functionStacks = Object.entries(templates).filter(
    ([, template]) => resourcesOf(template, 'AWS::Lambda::Function').length > 0,
  );

  expect(templates['Api']?.Outputs?.['Version']).toMatchObject({ Value: version });
  expect(functionStacks.length).toBeGreaterThan(1);
  for (const [, { dependencies }] of functionStacks) expect(dependencies).toContain('Api');
});
