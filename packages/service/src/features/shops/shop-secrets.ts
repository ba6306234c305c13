// Seals the address and the secrets of connected shops, and finds a shop by its address.
// SECURITY: an address has 128 random bits. Only its first 32 bits name the shop elsewhere.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { ShopRow } from '../../database/schema-shops.ts';
import { openAt, sealAt } from '../../secrets/at-rest.ts';
import type { ServiceSecret } from '../../secrets/service-secret.ts';

const addressBytes = 16;
const idLength = 8;

/** A secret of a shop. Several are valid while the seller replaces one. */
export interface ShopSecret {
  readonly id: string;
  readonly text: string;
  /** Unix seconds. */
  readonly addedAt: number;
}

export function newAddress(): { readonly id: string; readonly address: string } {
  const address = randomBytes(addressBytes).toString('hex');
  return { id: idOfAddress(address), address };
}

export function idOfAddress(address: string): string {
  return address.slice(0, idLength);
}

export function newSecret(text: string, now: number): ShopSecret {
  return { id: randomBytes(3).toString('hex'), text, addedAt: now };
}

export function sealOfShop(secret: ServiceSecret, shopId: string, text: string): string {
  return sealAt(secret, 'connected shops', [shopId], text);
}

export function openOfShop(secret: ServiceSecret, shopId: string, sealed: string): string {
  return openAt(secret, 'connected shops', [shopId], sealed);
}

export function secretsOf(
  secret: ServiceSecret,
  { id, secrets }: Pick<ShopRow, 'id' | 'secrets'>,
): readonly ShopSecret[] {
  return JSON.parse(openOfShop(secret, id, secrets)) as readonly ShopSecret[]; // only this file's callers seal it
}

/** Returns an empty text without one. */
export function tokenOf(secret: ServiceSecret, { id, token }: Pick<ShopRow, 'id' | 'token'>) {
  return token === '' ? '' : openOfShop(secret, id, token);
}

export function hasAddress(
  secret: ServiceSecret,
  { id, address }: Pick<ShopRow, 'id' | 'address'>,
  given: string,
): boolean {
  const [own, other] = [Buffer.from(openOfShop(secret, id, address)), Buffer.from(given)];
  return own.length === other.length && timingSafeEqual(own, other);
}
