import type { Broadcast } from '@carrier-nest/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog';
import { SelectField } from '../../parts/field';
import { Form } from '../../parts/form';
import { useSuccessEffects } from '../../parts/success-effects';
import { formatCount } from '../../parts/format';
import { useClient } from '../../service/client';
import type { Variant } from './ab-test';
import { updateEffects } from './update-effects';

interface ChooseWinnerProps {
  campaign: Broadcast;
  variants: readonly Variant[];
}

/** Ends the test early, with the current leader or a chosen variant. */
export function ChooseWinner({ campaign, variants }: ChooseWinnerProps) {
  const [isOpen, setOpen] = useState(false);
  const client = useClient();
  const showDecided = useSuccessEffects(
    updateEffects(
      campaign.id,
      ({ ab_test }) => `${ab_test?.winner ?? 'The winner'} is sent to the remaining recipients.`,
    ),
  );
  const decide = useMutation({
    mutationFn: (variant: string) => client.decideBroadcast(campaign.id, variant ? { variant } : {}),
    onSuccess: (decided) => {
      setOpen(false);
      return showDecided(decided);
    },
  });
  const pendingCount = campaign.progress?.pending ?? 0;
  return (
    <p>
      <button type="button" className="primary" onClick={() => setOpen(true)}>
        Choose winner
      </button>
      {isOpen && (
        <Dialog title="Send a variant to the remaining recipients" onClose={() => setOpen(false)}>
          <Form
            submitLabel={`Send to ${formatCount(pendingCount)} recipients`}
            isDangerous
            isBusy={decide.isPending}
            error={decide.error}
            onCancel={() => setOpen(false)}
            onSubmit={(formValues) => decide.mutate(formValues.text('variant'))}
          >
            <SelectField
              label="Winner"
              name="variant"
              options={[
                ['', 'Variant with the best current results'],
                ...variants.map(
                  ({ key, subject }) => [key, `${key}: ${subject ?? campaign.subject}`] as const,
                ),
              ]}
              hint="A tie goes to the first variant. The decision cannot be undone."
            />
          </Form>
        </Dialog>
      )}
    </p>
  );
}
