import { synthesizeEach } from './support/synthesize';
import { findResources, type Templates } from './support/templates';

const header = (name: string) => `gatewayresponse.header.${name}`;

const stage = 'test';
const oauth = {
  issuer: 'https://login.acme.example',
  audience: 'mail',
  jwksUri: 'https://login.acme.example/keys',
};
let templates: Templates[];

beforeAll(async () => {
  templates = await synthesizeEach([
    { stage },
    { stage, oauth },
    { stage, publicUrl: 'https://mail.acme.example' },
    { stage: 'other' },
  ]);
});

const deploymentIds = () =>
  templates.map((template) => findResources(template, 'AWS::ApiGateway::Deployment')[0]?.id);

const responseParameters = () =>
  templates.map(
    (template) =>
      findResources(template, 'AWS::ApiGateway::GatewayResponse')[0]?.resource.Properties[
        'ResponseParameters'
      ] as Record<string, unknown>,
  );

test('each setting that changes the response to a missing credential creates another deployment', () => {
  expect(new Set(deploymentIds()).size).toBe(4);
});

test('another definition of the API changes the response, so that CloudFormation writes it again', () => {
  const hashes = responseParameters().map((parameters) => parameters[header('CN-API-Definition')]);

  expect(hashes[0]).toMatch(/^'[0-9a-f]{64}'$/);
  expect(hashes[2]).toBe(hashes[0]);
  expect(hashes[3]).not.toBe(hashes[0]);
});
