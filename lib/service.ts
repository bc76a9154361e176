import { App, type AppProps } from 'aws-cdk-lib';
import { CarrierNest } from './carrier-nest';
import type { Settings } from './settings';

/** Slow features are disabled, and `npm run check:synth` validates the templates instead. */
const appProps: AppProps = {
  analyticsReporting: false,
  builtinCloudFormationValidation: false,
  stackTraces: false,
  treeMetadata: false,
};

/** Creates an app that contains only the stacks of one stage. */
export function carrierNest(settings: Settings, props: AppProps = {}): App {
  const app = new App({ ...appProps, ...props });
  new CarrierNest(app, 'CarrierNest', settings);
  return app;
}
