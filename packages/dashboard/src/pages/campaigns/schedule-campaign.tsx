import type { Broadcast } from '@carrier-nest/sdk';
import { InputField } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';
import { toLocalInputValue, parseLocalTime } from '../../parts/local-time';
import { useClient } from '../../service/client';
import { updateEffects } from './update-effects';

/** Schedules or reschedules a campaign. */
export function ScheduleCampaign({ campaign }: { campaign: Broadcast }) {
  const client = useClient();
  return (
    <FormDialog
      buttonLabel={campaign.status === 'scheduled' ? 'Reschedule' : 'Schedule'}
      title={`Schedule ${campaign.name}`}
      submitLabel="Schedule campaign"
      onSubmit={(formValues) =>
        client.sendBroadcast(campaign.id, { scheduled_at: parseLocalTime(formValues.text('at')) })
      }
      {...updateEffects(campaign.id, 'The campaign is scheduled.')}
    >
      <InputField
        label="Time"
        name="at"
        type="datetime-local"
        required
        defaultValue={toLocalInputValue(campaign.scheduled_at)}
        hint="In your local time. The campaign starts within a minute of this time, or now if the time is in the past."
      />
    </FormDialog>
  );
}
