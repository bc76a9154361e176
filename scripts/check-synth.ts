import { RegoEngine, TemplateFile } from '@aws/cloudformation-validate';
import { Validations, type App } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCode } from '../lib/bundling/bundles';
import { entryPoints } from '../lib/bundling/entry-points';
import { nagExceptions, type NagException } from '../lib/parts/nag-exceptions';
import { carrierNest } from '../lib/service';
import { parseSettings, readSettings, type Settings } from '../lib/settings';
import { templateRules } from '../lib/rules/rules';
import { readTemplates } from '../lib/rules/template';

/** Synthesizes every preset, and your own settings where there are some, and holds the rules against them. */
const settingsFile = 'carrier-nest.json';
const defaults = parseSettings({});
const variants: [name: string, settings: Settings][] = [
  ['economy', { ...defaults, preset: 'economy' }],
  ['full', { ...defaults, preset: 'full' }],
  ['economy with users', { ...defaults, users: true }],
  ...(existsSync(settingsFile) ? [[settingsFile, readSettings(settingsFile)] as [string, Settings]] : []),
];

interface Finding {
  rule: string;
  /** Construct path, or template and logical id. */
  at: string;
  says: string;
}

interface Outcome {
  name: string;
  resources: number;
  excepted: Set<NagException>;
  exceptedCount: number;
  findings: Finding[];
}

async function main(): Promise<void> {
  await buildCode(entryPoints());
  const outcomes = variants.map(([name, settings]) => check(name, settings));
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  console.table(
    Object.fromEntries(
      outcomes.map(({ name, resources, exceptedCount, findings }) => [
        name,
        { resources, 'excepted by nag-exceptions.ts': exceptedCount, findings: findings.length },
      ]),
    ),
  );
  const unused = nagExceptions.filter((each) => !outcomes.some(({ excepted }) => excepted.has(each)));
  for (const { rule, at, says } of findings) console.error(`${rule}\n  ${at}\n  ${says}`);
  for (const { rule, path } of unused)
    console.error(`lib/parts/nag-exceptions.ts: nothing needs ${rule} at ${path}`);
  if (findings.length + unused.length > 0) process.exitCode = 1;
}

function check(name: string, settings: Settings): Outcome {
  const outdir = mkdtempSync(join(tmpdir(), 'check-synth-'));
  try {
    const found = nagFindings(settings, outdir);
    const exceptions = found.map((finding) => nagExceptions.filter((each) => excepts(each, finding)));
    return {
      name,
      resources: templatesIn(outdir).reduce((sum, file) => sum + countResources(file), 0),
      excepted: new Set(exceptions.flat()),
      exceptedCount: exceptions.filter((each) => each.length > 0).length,
      findings: [
        ...found.filter((_, index) => exceptions[index]?.length === 0),
        ...templatesIn(outdir).flatMap(templateFindings),
        ...brokenRules(outdir),
      ],
    };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

interface ValidationReport {
  pluginReports: {
    violations: {
      ruleName: string;
      description: string;
      violatingConstructs: { constructPath: string }[];
    }[];
  }[];
}

/** What cdk-nag says; the CDK writes it into the assembly. */
function nagFindings(settings: Settings, outdir: string): Finding[] {
  const app: App = carrierNest(settings, {
    outdir,
    // The report is read here, exceptions taken out.
    postCliContext: { '@aws-cdk/core:failSynthOnValidationErrors': false },
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  app.synth();
  const report = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')) as ValidationReport;
  return report.pluginReports.flatMap(({ violations }) =>
    violations.flatMap(({ ruleName, description, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => ({
        rule: ruleName,
        at: constructPath,
        says: description,
      })),
    ),
  );
}

function excepts({ rule, path }: NagException, finding: Finding): boolean {
  return like(rule, finding.rule) && like(`CarrierNest-*-${path}`, finding.at);
}

const like = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.split('*').map(literally).join('.*')}$`).test(text);

const literally = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

const templatesIn = (dir: string): string[] =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.template.json'))
    .map((name) => join(dir, name));

const countResources = (file: string): number =>
  Object.keys((JSON.parse(readFileSync(file, 'utf8')) as { Resources: object }).Resources).length;

/** What deploys and does not work, as far as templates tell. */
function brokenRules(assembly: string): Finding[] {
  const templates = readTemplates(assembly);
  return templateRules.flatMap((rule) =>
    rule.findIn(templates).map((at) => ({ rule: rule.name, at, says: rule.says })),
  );
}

const engine = new RegoEngine();

/** Misspelled properties, wrong types, dangling references: what CloudFormation would refuse. */
function templateFindings(file: string): Finding[] {
  const { status, diagnostics } = engine.validateStandard(new TemplateFile(file), { severityLevel: 'ERROR' });
  const findings = diagnostics.map(({ ruleId, entity, propertyPath, message }) => ({
    rule: ruleId,
    at: [file.split('/').at(-1), entity?.logicalId, propertyPath].filter(Boolean).join(' '),
    says: message,
  }));
  // Without findings, an analysis that did not finish says nothing.
  return status === 'OK' ? findings : [...findings, { rule: status, at: file, says: 'Not validated' }];
}

void main();
