import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField, InputField } from '../../parts/field';
import { Form, type FormValues } from '../../parts/form';
import { Page } from '../../parts/page';
import { EmptyState, ErrorMessage, QueryBoundary } from '../../parts/states';
import { Table } from '../../parts/table';
import { useToast } from '../../parts/toast';
import { control, type Fault } from '../../service/control';

/** Makes AWS calls fail or wait, or kills the calling function, to simulate rare failures on AWS. */
export function Faults() {
  const query = useQuery({ queryKey: ['faults'], queryFn: control.faults, refetchInterval: 5_000 });
  return (
    <Page
      title="Faults"
      lead="Makes AWS calls fail, to see how the service reacts."
      actions={query.data && query.data.data.length > 0 && <ClearFaultsButton />}
    >
      <QueryBoundary query={query}>
        {({ data, services }) => (
          <>
            {data.length > 0 ? (
              <FaultTable faults={data} />
            ) : (
              <EmptyState title="No active faults">
                Add a fault below, then send a request that triggers it.
              </EmptyState>
            )}
            <AddFault services={services} />
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

const columns = [
  { label: 'Call' },
  { label: 'Effect' },
  { label: 'Times', width: 'slim' },
  { label: 'Function', isMinor: true },
] as const;

function FaultTable({ faults }: { faults: readonly Fault[] }) {
  return (
    <Table caption="Active faults" columns={columns}>
      {faults.map((fault) => (
        <tr key={fault.id}>
          <th scope="row">
            {fault.service}.{fault.operation}
          </th>
          <td>{describeEffect(fault)}</td>
          <td>{fault.times === null ? 'Always' : `${fault.times} more`}</td>
          <td className="minor">{fault.function ?? 'All functions'}</td>
        </tr>
      ))}
    </Table>
  );
}

function describeEffect({ error, applied, crash, delay_ms, skip }: Fault): string {
  const effects = [
    ...(delay_ms > 0 ? [`waits ${delay_ms} ms`] : []),
    ...(error ? [`${error}${applied ? ' after the call succeeds' : ''}`] : []),
    ...(crash ? [`the function is killed ${crash} the call`] : []),
    ...(skip > 0 ? [`after ${skip} successful calls`] : []),
  ];
  return effects.join(', ');
}

function ClearFaultsButton() {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const clear = useMutation({
    mutationFn: control.clearFaults,
    onSuccess: async () => {
      showToast('All faults were cleared.');
      await queryClient.invalidateQueries({ queryKey: ['faults'] });
    },
    onError: (error) => showToast(error.message),
  });
  return (
    <button type="button" onClick={() => clear.mutate()} disabled={clear.isPending}>
      Clear all
    </button>
  );
}

const faultKinds = [
  ['error', 'The call fails'],
  ['applied', 'The call succeeds, but the response is lost'],
  ['before', 'The function is killed before the call'],
  ['after', 'The function is killed after the call'],
  ['delay', 'The call is slow'],
] as const;

const toOptions = (names: readonly string[]) => names.map((name) => [name, name] as const);

/** Selected initially, because a failed submission to SES is the most common scenario. */
const defaultOperation = 'SendEmail';

function AddFault({ services }: { services: Record<string, string[]> }) {
  const names = Object.keys(services).sort();
  const [service, setService] = useState(names.includes('sesv2') ? 'sesv2' : (names[0] ?? ''));
  const queryClient = useQueryClient();
  const addFault = useMutation({
    mutationFn: (formValues: FormValues) => control.addFault(readFault(formValues, service)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['faults'] }),
  });
  return (
    <section aria-labelledby="order">
      <h2 id="order">Add a fault</h2>
      <Form
        submitLabel="Add fault"
        isBusy={addFault.isPending}
        onSubmit={(formValues) => addFault.mutate(formValues)}
      >
        <div className="pair">
          <SelectField label="Service" options={toOptions(names)} value={service} onChange={setService} />
          <SelectField
            key={service}
            label="Call"
            name="operation"
            defaultValue={defaultOperation}
            options={toOptions(services[service] ?? [])}
          />
          <SelectField label="Effect" name="kind" options={faultKinds} />
          <FaultDetailFields />
        </div>
      </Form>
      {addFault.error && <ErrorMessage error={addFault.error} />}
    </section>
  );
}

const FaultDetailFields = () => (
  <>
    <InputField
      label="Error"
      name="error"
      defaultValue="ServiceUnavailable"
      hint="If the call fails or the response is lost"
    />
    <InputField
      label="Delay (ms)"
      name="delay"
      type="number"
      min={0}
      defaultValue={2_000}
      hint="If the call is slow"
    />
    <InputField
      label="Times"
      name="times"
      type="number"
      min={1}
      defaultValue={1}
      hint="Leave empty to repeat until cleared."
    />
    <InputField
      label="Function"
      name="function"
      placeholder="sendEmail"
      hint="Part of the function name. Leave empty for all."
    />
  </>
);

function readFault(formValues: FormValues, service: string): object {
  const [kind, times, functionName] = [
    formValues.text('kind'),
    formValues.text('times'),
    formValues.text('function'),
  ];
  return {
    service,
    operation: formValues.text('operation'),
    ...((kind === 'error' || kind === 'applied') && { error: formValues.text('error') }),
    ...(kind === 'applied' && { applied: true }),
    ...((kind === 'before' || kind === 'after') && { crash: kind }),
    ...(kind === 'delay' && { delay_ms: Number(formValues.text('delay')) }),
    ...(times && { times: Number(times) }),
    ...(functionName && { function: functionName }),
  };
}
