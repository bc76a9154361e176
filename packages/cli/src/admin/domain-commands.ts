import { riskClasses } from '../../../../shared/db/records/domains';
import type { OperatorCommand } from './command';
import { readOnOff } from './fields';
import { showAdoption, showDomain, showDomains } from './show';

export const domainCommands: OperatorCommand[] = [
  {
    name: 'domains create',
    args: ['WORKSPACE', 'DOMAIN', 'RISK_CLASS'],
    summary: `add a sending domain regardless of the plan's limit; RISK_CLASS is ${riskClasses.join(' or ')}`,
    options: { 'warm-up': { summary: 'start with a small daily allowance', field: 'warmup' } },
    action: 'createDomain',
    input: ([workspace, domain, riskClass]) => ({ workspace_id: workspace, domain, risk_class: riskClass }),
    show: showDomain,
  },
  {
    name: 'domains adopt',
    args: ['WORKSPACE', 'DOMAIN', 'RISK_CLASS'],
    summary:
      'add a domain that SES already has; without --confirm, only list the changes to the SES identity',
    options: {
      confirm: { hint: 'DOMAIN', summary: 'the same domain, to make the changes', field: 'confirm' },
      'warm-up': { summary: 'start with a small daily allowance', field: 'warmup' },
    },
    action: 'adoptDomain',
    input: ([workspace, domain, riskClass]) => ({ workspace_id: workspace, domain, risk_class: riskClass }),
    show: showAdoption,
  },
  {
    name: 'domains list',
    args: ['WORKSPACE'],
    summary: 'list the sending domains, newest first',
    options: {},
    action: 'listDomains',
    input: ([workspace]) => ({ workspace_id: workspace }),
    show: showDomains,
  },
  {
    name: 'domains verify',
    args: ['WORKSPACE', 'DOMAIN_ID'],
    summary: 'check the DNS records of a domain now',
    options: {},
    action: 'verifyDomain',
    input: ([workspace, id]) => ({ workspace_id: workspace, id }),
    show: showDomain,
  },
  {
    name: 'domains warm-up',
    args: ['WORKSPACE', 'DOMAIN_ID', 'on|off'],
    summary: 'on: start the warm-up of a marketing domain at its next send, off: end the warm-up',
    options: {},
    action: 'setWarmup',
    input: ([workspace, id, warmup = '']) => ({ workspace_id: workspace, id, warmup: readOnOff(warmup) }),
    show: showDomain,
  },
];
