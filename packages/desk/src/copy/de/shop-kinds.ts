// German: what to click at the provider of a connected shop. A new kind is one row.
import type { Copy } from '../copy.ts';

export const shopKinds: Copy['shopKinds'] = {
  stripe: {
    name: 'Stripe',
    steps: [
      'Öffnen Sie im Stripe-Dashboard Entwickler, Webhooks, und fügen Sie einen Endpunkt hinzu.',
      'Fügen Sie die Adresse ein, und wählen Sie die folgenden Ereignisse.',
    ],
    events:
      'checkout.session.completed, checkout.session.async_payment_succeeded, invoice.paid, invoice_payment.paid, charge.refunded, refund.created, refund.updated, refund.failed, charge.dispute.created, charge.dispute.closed, customer.subscription.deleted',
    secret: 'Stripe zeigt ihn beim Endpunkt an. Er beginnt mit whsec_.',
    product: 'Die Metadaten „product“ des Zahlungslinks.',
    token: 'Ein eingeschränkter Schlüssel, der Checkout Sessions und Events lesen darf.',
  },
  paddle: {
    name: 'Paddle',
    steps: [
      'Öffnen Sie Developer tools, Notifications, und fügen Sie ein Ziel mit der Adresse hinzu.',
      'Wählen Sie die folgenden Ereignisse.',
    ],
    events:
      'transaction.completed, adjustment.created, adjustment.updated, subscription.created, subscription.updated, subscription.canceled',
    secret: 'Paddle zeigt ihn beim Ziel an. Er beginnt mit pdl_ntfset_.',
    product: 'Die ID des Preises. Sie beginnt mit pri_.',
    token: 'Authentication: ein API-Schlüssel, der Kunden und Benachrichtigungen lesen darf.',
  },
  lemonsqueezy: {
    name: 'Lemon Squeezy',
    steps: [
      'Öffnen Sie Settings, Webhooks, und fügen Sie einen Webhook mit der Adresse hinzu.',
      'Wählen Sie als Secret 6 bis 40 Zeichen, und dazu die folgenden Ereignisse.',
    ],
    events:
      'order_created, order_refunded, subscription_created, subscription_cancelled, subscription_expired, subscription_payment_success, subscription_payment_refunded',
    secret: 'Das Secret, das Sie dort gewählt haben.',
    product: 'Die ID der Variante.',
    token: 'Settings, API: ein Schlüssel eines Kontos mit einem einzigen Shop.',
  },
  polar: {
    name: 'Polar',
    steps: [
      'Öffnen Sie Settings, Webhooks, und fügen Sie einen Endpunkt mit der Adresse hinzu.',
      'Wählen Sie das Format „Raw“ und die folgenden Ereignisse.',
    ],
    events:
      'order.paid, order.refunded, refund.created, refund.updated, subscription.canceled, subscription.revoked',
    secret: 'Polar zeigt ihn beim Hinzufügen des Endpunkts an.',
    product: 'Die ID des Produkts.',
    token: 'Settings, Developers: ein Token mit orders:read und refunds:read.',
  },
  gumroad: {
    name: 'Gumroad',
    steps: [
      'Öffnen Sie Settings, Advanced, und tragen Sie die Adresse als Ping endpoint ein.',
      'Abonnieren Sie mit der API von Gumroad die folgenden Ereignisse für die Adresse.',
    ],
    events: 'refund, dispute, dispute_won, subscription_ended',
    product: 'Die ID des Produkts.',
    token: 'Settings, Advanced, Applications: Erstellen Sie eine Anwendung und ihr Zugriffstoken.',
  },
  shopify: {
    name: 'Shopify',
    steps: [
      'Öffnen Sie Einstellungen, Benachrichtigungen, Webhooks.',
      'Erstellen Sie für jedes folgende Ereignis einen Webhook mit der Adresse, im Format JSON.',
    ],
    events: 'orders/paid, refunds/create, disputes/create, disputes/update',
    secret: 'Shopify zeigt ihn unter der Liste der Webhooks an.',
    product: 'Die ID der Variante.',
  },
  woocommerce: {
    name: 'WooCommerce',
    steps: [
      'Öffnen Sie WooCommerce, Einstellungen, Erweitert, Webhooks.',
      'Fügen Sie „Order created“ und „Order updated“ hinzu, beide mit der Adresse.',
      'Geben Sie beiden dasselbe Secret und den Status Aktiv.',
    ],
    secret: 'Das Secret, das Sie beiden gegeben haben.',
    product: 'Die ID der Variante, sonst die des Produkts.',
  },
  sellapp: {
    name: 'Sell.app',
    steps: [
      'Tragen Sie die Adresse bei jeder Variante als dynamischen Webhook ein.',
      'Fügen Sie sie auch als Webhook für order.disputed hinzu.',
    ],
    secret: 'Sell.app zeigt ihn unter Settings, Developers an.',
    product: 'Die ID der Variante.',
  },
  sellauth: {
    name: 'SellAuth',
    steps: ['Tragen Sie die Adresse bei jedem Produkt als dynamische Lieferung ein.'],
    secret: 'SellAuth zeigt das Webhook-Secret in den Einstellungen des Shops an.',
    product: 'Die ID der Variante.',
  },
  standardwebhooks: {
    name: 'Standard Webhooks',
    steps: [
      'Lassen Sie Ihren Shop seine Ereignisse als JSON an die Adresse senden.',
      'Signieren Sie sie, wie standardwebhooks.com es beschreibt.',
    ],
    secret: 'Das Secret Ihres Shops. Es beginnt mit whsec_.',
    product: 'Das „product“, das Ihr Shop sendet.',
  },
  hmac: {
    name: 'Eigener Shop',
    steps: [
      'Lassen Sie Ihren Shop seine Ereignisse als JSON an die Adresse senden.',
      'Signieren Sie den Inhalt mit HMAC-SHA256, in Hex als X-Signature.',
    ],
    secret: 'Ein langer Zufallstext, den nur Ihr Shop und dieser Dienst kennen.',
    product: 'Das „product“, das Ihr Shop sendet.',
  },
};
