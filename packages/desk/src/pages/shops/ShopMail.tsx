// The mail with the keys: whose text it has, and the dialog that edits it.
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet } from '@latchkey/kit/Sheet.tsx';
import { change, type MakeChange, type Typed } from '../../changes/change.ts';
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import { asTyped } from '../../changes/fields.ts';
import { useCopy } from '../../copy/language.ts';
import { MailPreview } from './MailPreview.tsx';
import type { Shop } from './shop.ts';

export function ShopMail({ shop }: { readonly shop: Shop }) {
  const { shops } = useCopy();
  const isOwn = shop.subject !== '' || shop.text !== '';
  return (
    <Sheet
      title={shops.mail}
      mark={
        <ChangeButton kind="outlined" change={editMail(shop)}>
          {shops.editMail}
        </ChangeButton>
      }
    >
      <Rows>
        <Row name={isOwn ? shops.mailOwn : shops.mailUsual}>
          <p className="small">{shops.mailLanguages[shop.language]}</p>
          <p className="small">{shops.mailText}</p>
        </Row>
      </Rows>
    </Sheet>
  );
}

function editMail({ shop, language, subject, text }: Shop): MakeChange {
  return ({ copy: { shops, frame } }) =>
    change({
      operation: 'editshop',
      parameters: { shop },
      words: {
        title: shops.editMail,
        text: shops.mailText,
        submit: frame.save,
        done: shops.mailSaved,
      },
      fields: {
        language: {
          kind: 'select',
          label: shops.mailLanguage,
          value: language,
          options: Object.entries(shops.mailLanguages).map(([value, label]) => ({ value, label })),
        },
        subject: {
          label: shops.mailSubject,
          hint: shops.mailEmptyHint,
          value: subject,
          input: { maxLength: 150 },
        },
        text: {
          kind: 'area',
          label: shops.mailBody,
          hint: `${shops.mailEmptyHint} ${shops.mailHint}`,
          value: text,
          send: asTyped,
          problem: (typed) =>
            typed === '' || typed.includes('{keys}') ? null : shops.mailKeysMissing,
        },
      },
      children: (typed) => <MailPreview parameters={parametersOf(shop, typed)} />,
    });
}

function parametersOf(shop: string, { language, subject, text }: Typed) {
  return { shop, language, subject, text };
}
