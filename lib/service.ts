import { App, type AppProps } from 'aws-cdk-lib';
import { ApiStack } from './api-stack';
import { EdgeStack } from './edge-stack';
import { DataStack } from './data-stack';
import { MailStack } from './mail-stack';
import { OperationsStack } from './operations-stack';
import type { Settings } from './settings';
import { WorkersStack } from './workers-stack';

/** The service for one stage. Data flows down: no stack knows one below it. */
export function carrierNest(settings: Settings, props: AppProps = {}): App {
  const app = new App(props);
  const name = (part: string) => `CarrierNest-${settings.stage}-${part}`;

  const data = new DataStack(app, name('Data'), { terminationProtection: true });
  const mail = new MailStack(app, name('Mail'), { settings });
  const resources = {
    table: data.table,
    contentBucket: data.contentBucket,
    parkedBucket: data.parkedBucket,
    eventsTopic: mail.eventsTopic,
  };
  const api = new ApiStack(app, name('Api'), { settings, resources });
  const workers = new WorkersStack(app, name('Workers'), { settings, resources });
  if (settings.preset === 'full') {
    new EdgeStack(app, name('Edge'), { settings, api: api.api, parkedBucket: data.parkedBucket });
  }
  new OperationsStack(app, name('Operations'), {
    settings,
    api: api.api,
    table: data.table,
    queues: [...workers.queues, mail.inboundQueue],
    workers: workers.functions,
  });
  return app;
}
