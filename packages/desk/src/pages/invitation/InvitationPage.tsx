// An invitation: choose a password, or prove the one from another application.
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, CircleAlert } from 'lucide';
import { Button } from '@latchkey/kit/Button.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { failureOf, type Failure } from '@latchkey/web/failure.ts';
import type { Parameters } from '@latchkey/web/post.ts';
import { post } from '../../client/post.ts';
import { useCopy } from '../../copy/language.ts';
import { Door } from '../../layout/Door.tsx';
import { FailureMessage } from '../../parts/FailureMessage.tsx';
import { replacePlace, signInPlace } from '../../router/location.ts';
import { AcceptForm, type Invited } from './AcceptForm.tsx';

export function InvitationPage({ token }: { readonly token: string }) {
  const { invitation } = useCopy();
  const invited = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => (await post('invitation', { token })) as unknown as Invited, // tested by the service
    staleTime: Infinity,
  });
  const accept = useMutation({
    mutationFn: (answer: Parameters) => post('acceptinvitation', { token, ...answer }),
  });
  if (invited.isPending) return null;
  if (invited.isError) return <NotInvited failure={failureOf(invited.error)} />;
  const { ownerid, name, application, needsPassword } = invited.data;
  const joins = needsPassword && application !== null;
  if (accept.isSuccess)
    return (
      <Door title={joins ? invitation.joined(application) : invitation.done}>
        <Message tone="good" icon={Check} title={invitation.doneText(ownerid, name)} />
        <ToSignIn person={[ownerid, name]} />
      </Door>
    );
  const lead =
    application === null
      ? invitation.forPerson(name)
      : invitation.forApplication(name, application);
  return (
    <Door title={invitation.title} lead={lead}>
      <AcceptForm
        invited={invited.data}
        pending={accept.isPending}
        failure={accept.error === null ? null : failureOf(accept.error)}
        onSubmit={(answer) => accept.mutate(answer)}
      />
    </Door>
  );
}

function NotInvited({ failure }: { readonly failure: Failure }) {
  const { invitation } = useCopy();
  return (
    <Door title={invitation.title}>
      {failure.code === 'invitation-over' ? (
        <Message
          tone="danger"
          icon={CircleAlert}
          title={invitation.over}
          text={invitation.overText}
        />
      ) : (
        <FailureMessage failure={failure} />
      )}
      <ToSignIn />
    </Door>
  );
}

/** `person`: the owner id and the name that the sign-in begins with. */
function ToSignIn({ person }: { readonly person?: readonly string[] }) {
  const { invitation } = useCopy();
  return (
    <Button
      kind="filled"
      onClick={() => replacePlace(...(person === undefined ? [] : [signInPlace, ...person]))}
    >
      {invitation.toSignIn}
    </Button>
  );
}
