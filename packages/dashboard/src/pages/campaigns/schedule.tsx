import type { Broadcast } from '@carrier-nest/sdk';
import { Field } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';
import { inputOf, instantOf } from '../../parts/local-time';
import { useClient } from '../../service/client';
import { useMoved } from './moved';

/** Sets the time at which it starts, or another one. */
export function Schedule({ campaign }: { campaign: Broadcast }) {
  const client = useClient();
  const moved = useMoved();
  return (
    <FormDialog
      says={campaign.status === 'scheduled' ? 'Move' : 'Schedule'}
      title={`When does ${campaign.name} start?`}
      action="Schedule it"
      does={(entered) => client.sendBroadcast(campaign.id, { scheduled_at: instantOf(entered.text('at')) })}
      onDone={(scheduled) => moved(scheduled, 'It is scheduled.')}
    >
      <Field
        label="Time"
        name="at"
        type="datetime-local"
        required
        defaultValue={inputOf(campaign.scheduled_at)}
        hint="Your local time. It starts within the minute; one that has passed starts at once."
      />
    </FormDialog>
  );
}
