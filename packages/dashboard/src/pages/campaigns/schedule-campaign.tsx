import type { Broadcast } from '@carrier-nest/sdk';
import { InputField } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';
import { toLocalInputValue, parseLocalTime } from '../../parts/local-time';
import { useClient } from '../../service/client';
import { updateEffects } from './update-effects';

/** Sets the time at which it starts, or another one. */
export function ScheduleCampaign({ campaign }: { campaign: Broadcast }) {
  const client = useClient();
  return (
    <FormDialog
      buttonLabel={campaign.status === 'scheduled' ? 'Move' : 'Schedule'}
      title={`When does ${campaign.name} start?`}
      submitLabel="Schedule it"
      onSubmit={(formValues) =>
        client.sendBroadcast(campaign.id, { scheduled_at: parseLocalTime(formValues.text('at')) })
      }
      {...updateEffects(campaign.id, 'It is scheduled.')}
    >
      <InputField
        label="Time"
        name="at"
        type="datetime-local"
        required
        defaultValue={toLocalInputValue(campaign.scheduled_at)}
        hint="Your local time. It starts within the minute; one that has passed starts at once."
      />
    </FormDialog>
  );
}
