import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../../../lib/settings';
import type { Deployment } from '../../../packages/local/src/template/deployment';
import { readDeployment } from '../../../packages/local/src/template/read-deployment';
import { synthesize } from '../../../packages/local/src/template/synthesize';
import { aFolder } from '../../support/run/run-folder';

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

/** Where the functions that mail people think that the links lead, each place once. */
const placesOf = ({ functions }: Deployment): (string | undefined)[] => [
  ...new Set(functions.map(({ environment }) => environment['PUBLIC_URL']).filter(Boolean)),
];

test("links lead to API Gateway's own address of the API, with its stage", () => {
  const deployment = deploy({ PublicUrl: '' });

  expect(placesOf(deployment)).toEqual([
    `https://${deployment.api.id}.execute-api.eu-west-1.amazonaws.com/local`,
  ]);
});

test('links lead to the address that was given, from API and workers alike', () => {
  const deployment = deploy({ PublicUrl: 'https://mail.acme.example' });

  expect(placesOf(deployment)).toEqual(['https://mail.acme.example']);
  const names = deployment.functions
    .filter(({ environment }) => environment['PUBLIC_URL'])
    .map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['carrier-nest-local-sendEmail', 'carrier-nest-local-doDueWork']),
  );
});

test('the document of the API names every function, though it refers to none', () => {
  const { api, functions } = deploy({});

  const named = [...JSON.stringify(api.body).matchAll(/:function:([\w-]+)\/invocations/g)].map(
    ([, name]) => name,
  );
  const integrated = functions.map(({ name }) => name).filter((name) => new Set(named).has(name));
  expect(new Set(named).size).toBe(integrated.length);
});

const read = (settings: object) => {
  const file = join(aFolder(), 'settings.json');
  writeFileSync(file, JSON.stringify(settings));
  return readSettings(file);
};

describe('the setting publicUrl', () => {
  test.each(['https://mail.acme.example', 'https://d111.cloudfront.net/mail', `https://${'x'.repeat(142)}`])(
    'takes %s',
    (publicUrl) => {
      expect(read({ publicUrl }).publicUrl).toBe(publicUrl);
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
    expect(() => read({ publicUrl })).toThrow('publicUrl');
  });
});
