import { CommandError } from '../command-line/command-error';
import { versions } from './versions';

/** Files that an empty folder may have, because the new app has no file of these names. */
const allowedFiles = /^(\.git|\.DS_Store|README(\.md)?|LICENSE(\.\w+)?)$/;

/** Refuses to create an app next to other files, which it could overwrite or change the meaning of. */
export function refuseFolder(names: readonly string[]): void {
  const others = names.filter((name) => !allowedFiles.test(name));
  if (others.length === 0) return;
  throw new CommandError(
    `This folder has no cdk.json, so it is no CDK app, but it is not empty either: ${others.slice(0, 3).join(', ')}` +
      `${others.length > 3 ? ', …' : ''}. Run carrier-nest init in an empty folder, or in the folder with the cdk.json ` +
      'of your app',
  );
}

/** A refusal to change the app, which says what the user can add by hand. */
export const refusalToChange = (problem: string): CommandError =>
  new CommandError(
    `${problem}. Nothing was changed. To add the construct by hand, run ` +
      `npm install @carrier-nest/cdk@${versions['@carrier-nest/cdk']}, and add these lines to the TypeScript or JavaScript ` +
      'file that creates the app:\n\n' +
      "  import { CarrierNest } from '@carrier-nest/cdk';\n\n" +
      "  new CarrierNest(app, 'Mail');\n",
  );
