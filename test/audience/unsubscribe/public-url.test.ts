import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../../../lib/settings-file';
import type { Deployment } from '../../../packages/local/src/template/deployment';
import { readDeployment } from '../../../packages/local/src/template/read-deployment';
import { synthesize } from '../../../packages/local/src/template/synthesize';
import { makeTempDir } from '../../support/run/run-dir';

let assembly: string;

beforeAll(async () => {
  ({ assembly } = await synthesize());
});

const deploy = (parameters: Record<string, string>): Deployment =>
  readDeployment(assembly, {
    region: 'eu-west-1',
    accountId: '123456789012',
    queueUrl: (name) => name,
    parameters,
  });

/** Returns the public URLs that the sending functions use in links, without duplicates. */
const publicUrlsOf = ({ functions }: Deployment): (string | undefined)[] => [
  ...new Set(functions.map(({ environment }) => environment['PUBLIC_URL']).filter(Boolean)),
];

test('by default, links lead to the API Gateway address with the stage', () => {
  const deployment = deploy({ PublicUrl: '' });

  expect(publicUrlsOf(deployment)).toEqual([
    `https://${deployment.api.id}.execute-api.eu-west-1.amazonaws.com/local`,
  ]);
});

test('links in email sent by the API or a worker lead to the configured address', () => {
  const deployment = deploy({ PublicUrl: 'https://mail.acme.example' });

  expect(publicUrlsOf(deployment)).toEqual(['https://mail.acme.example']);
  const names = deployment.functions
    .filter(({ environment }) => environment['PUBLIC_URL'])
    .map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['carrier-nest-local-sendEmail', 'carrier-nest-local-runDueWork']),
  );
});

test('the OpenAPI document refers only to existing functions', () => {
  const { api, functions } = deploy({});

  const referencedNames = [...JSON.stringify(api.body).matchAll(/:function:([\w-]+)\/invocations/g)].map(
    ([, name]) => name,
  );
  const integrated = functions.map(({ name }) => name).filter((name) => new Set(referencedNames).has(name));
  expect(new Set(referencedNames).size).toBe(integrated.length);
});

const readSettingsFrom = (settings: object) => {
  const file = join(makeTempDir(), 'settings.json');
  writeFileSync(file, JSON.stringify(settings));
  return readSettings(file);
};

describe('the setting publicUrl', () => {
  test.each(['https://mail.acme.example', 'https://d111.cloudfront.net/mail', `https://${'x'.repeat(142)}`])(
    'accepts %s',
    (publicUrl) => {
      expect(readSettingsFrom({ publicUrl }).publicUrl).toBe(publicUrl);
    },
  );

  test.each([
    'http://mail.acme.example',
    'mail.acme.example',
    'https://mail.acme.example/',
    'https://mail.acme.example?a=b',
    'https://mail.acme.example#a',
    'https://mail.acme .example',
    'https://',
    '',
    `https://${'x'.repeat(143)}`,
  ])('refuses %j', (publicUrl) => {
    expect(() => readSettingsFrom({ publicUrl })).toThrow('publicUrl');
  });
});
