// An invitation: choose a password, or prove the one from another application.
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, CircleAlert } from 'lucide';
import { Button } from '@latchkey/kit/Button.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { failureOf } from '../../client/failure.ts';
import { failureText } from '../../client/failure-text.ts';
import { post, type Parameters } from '../../client/post.ts';
import { useLanguage } from '../../copy/language.ts';
import { Door } from '../../layout/Door.tsx';
import { replacePlace } from '../../router/location.ts';
import { AcceptForm, type Invited } from './AcceptForm.tsx';

export function InvitationPage({ token }: { readonly token: string }) {
  const language = useLanguage();
  const { invitation } = language.copy;
  const invited = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => (await post('invitation', { token })) as unknown as Invited, // tested by the service
    staleTime: Infinity,
  });
  const accept = useMutation({
    mutationFn: (answer: Parameters) => post('acceptinvitation', { token, ...answer }),
  });
  const toSignIn = (
    <Button kind="filled" onClick={() => replacePlace()}>
      {invitation.toSignIn}
    </Button>
  );
  if (invited.isPending) return null;
  if (invited.isError) {
    const failure = failureOf(invited.error);
    return (
      <Door title={invitation.title}>
        <Message
          tone="danger"
          icon={CircleAlert}
          title={
            failure.code === 'invitation-over' ? invitation.over : failureText(language, failure)
          }
          text={failure.code === 'invitation-over' ? invitation.overText : null}
        />
        {toSignIn}
      </Door>
    );
  }
  const { ownerid, name, application } = invited.data;
  if (accept.isSuccess)
    return (
      <Door title={invitation.done}>
        <Message tone="good" icon={Check} title={invitation.doneText(ownerid, name)} />
        {toSignIn}
      </Door>
    );
  return (
    <Door
      title={invitation.title}
      lead={
        application === null
          ? invitation.forPerson(name)
          : invitation.forApplication(name, application)
      }
    >
      <AcceptForm
        invited={invited.data}
        pending={accept.isPending}
        failure={accept.error === null ? null : failureOf(accept.error)}
        onSubmit={(answer) => accept.mutate(answer)}
      />
    </Door>
  );
}
