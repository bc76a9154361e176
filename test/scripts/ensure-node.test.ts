import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The fields of package.json that the commands of a fresh clone check first. */
const { engines, scripts } = z
  .object({ engines: z.object({ node: z.string() }), scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));
const supportedRange = engines.node;

const refusalOf = async (version: string): Promise<string | undefined> =>
  (await import('../../scripts/ensure-node.mjs')).refusalOfNode(version, supportedRange);

test.each(['20.19.0', '20.20.2', '22.13.0', '22.22.1', '24.0.0', '24.21.0', '26.1.0'])(
  'Node %s is accepted',
  async (version) => {
    expect(await refusalOf(version)).toBeUndefined();
  },
);

test.each(['18.20.8', '20.18.9', '21.7.3', '22.12.9', '23.11.0'])(
  'Node %s is refused with the required versions',
  async (version) => {
    expect(await refusalOf(version)).toBe(
      `Carrier Nest needs Node ${supportedRange}, and this is Node ${version}. Install a supported version from https://nodejs.org`,
    );
  },
);

test.each([
  ...[
    'start',
    'test',
    'test:all',
    'test:exhaustive',
    'test:models',
    'check',
    'admin',
    'doctor',
    'sdk',
    'example',
    'mcp',
    'bench',
    'deploy',
  ],
])('the command %s first checks Node and the installed packages', (name) => {
  expect(scripts[`pre${name}`]).toMatch(/^node scripts\/ensure-install\.mjs/);
});

test('the build server tests on the Node version of the Lambda functions', () => {
  const [, testedVersion] = /^node_in_aws=(\d+)$/m.exec(readFileSync('.ci/run', 'utf8')) ?? [];
  const [, deployedVersion] =
    /'nodejs(\d+)\.x'/.exec(readFileSync('lib/parts/service-function.ts', 'utf8')) ?? [];

  expect(testedVersion).toMatch(/^\d+$/);
  expect(testedVersion).toBe(deployedVersion);
});
