import type { Broadcast } from '@carrier-nest/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog';
import { Choice } from '../../parts/field';
import { Form } from '../../parts/form';
import { useToast } from '../../parts/toast';
import { count } from '../../parts/words';
import { useClient } from '../../service/client';
import type { Variant } from './test';

interface DecideProps {
  campaign: Broadcast;
  variants: readonly Variant[];
}

/** Before the time is up: by the figures of this moment, or by taste. */
export function Decide({ campaign, variants }: DecideProps) {
  const [isOpen, setOpen] = useState(false);
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const decide = useMutation({
    mutationFn: (variant: string) => client.decideBroadcast(campaign.id, variant ? { variant } : {}),
    onSuccess: async (decided) => {
      setOpen(false);
      queries.setQueryData(['campaign', campaign.id], decided);
      say(`${decided.ab_test?.winner ?? 'The winner'} goes to everybody else.`);
      await queries.invalidateQueries({ queryKey: ['campaigns'] });
    },
  });
  const waiting = campaign.progress?.pending ?? 0;
  return (
    <p>
      <button type="button" className="primary" onClick={() => setOpen(true)}>
        Choose the winner
      </button>
      {isOpen && (
        <Dialog title="Which one goes to everybody else?" onClose={() => setOpen(false)}>
          <Form
            action={`Send it to ${count(waiting)} people`}
            isDangerous
            isBusy={decide.isPending}
            error={decide.error}
            onCancel={() => setOpen(false)}
            onSubmit={(entered) => decide.mutate(entered.text('variant'))}
          >
            <Choice
              label="Winner"
              name="variant"
              options={[
                ['', 'The one with the better figures now'],
                ...variants.map(
                  ({ key, subject }) => [key, `${key}: ${subject ?? campaign.subject}`] as const,
                ),
              ]}
              hint="Where they are alike, the first. It cannot be called back."
            />
          </Form>
        </Dialog>
      )}
    </p>
  );
}
