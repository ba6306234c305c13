// Uploads a release from the browser and publishes it.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  UploadFailed,
  uploadRelease,
  type SignedRelease,
} from '@latchkey/protocol/release/upload.ts';
import { failureOf, RequestFailed } from '@latchkey/web/failure.ts';
import { useConfirmed } from '../../../client/confirmed.ts';
import { keyOf, useSend, type AnswerTo } from '../../../client/seller.ts';
import { useApplication } from '../../../session/application.ts';
import { signatureFault } from './release-folder.ts';

export interface Publication {
  /** Null until a folder was chosen. */
  readonly release: SignedRelease | null;
  readonly publicKey: string;
  /** Percent. */
  readonly rollout: string;
}

/** The share of chunks that are uploaded, or null before the first. Leaving the page stops it. */
export function usePublish() {
  const { name } = useApplication();
  const client = useQueryClient();
  const send = useSend();
  const confirmed = useConfirmed();
  const [share, setShare] = useState<number | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => controller.abort();
  }, []);
  const publish = async (publication: Publication): Promise<AnswerTo<'publishrelease'>> => {
    const { release, publicKey, rollout } = publication;
    if (release === null) throw failed('no-release');
    const fault = await signatureFault(release, publicKey);
    if (fault !== null) throw failed(fault);
    const manifest = release.manifestSha256;
    const service = {
      put,
      isRefusal: (error: unknown) => error instanceof RequestFailed,
      uploadUrl: async () => (await confirmed(() => send('uploadrelease', {}))).upload,
      begin: () => confirmed(() => send('beginrelease', { manifest, ...release.signature })),
      async missing() {
        const { missing, more } = await send('missingchunks', { manifest });
        return { hashes: missing, more: more === true };
      },
      onProgress: (uploaded: number, all: number) => setShare(uploaded / all),
      stop: stop.current.signal,
    };
    await uploadRelease(service, release).catch((error: unknown) => {
      throw error instanceof UploadFailed ? failed(error.fault) : error;
    });
    return confirmed(() => send('publishrelease', { manifest, rollout }));
  };
  const change = useMutation({
    mutationFn: publish,
    onSettled: () => {
      setShare(null);
      return client.invalidateQueries({ queryKey: keyOf(name) });
    },
  });
  return { change, share };
}

async function put(url: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const request = {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
    redirect: 'error' as const,
  };
  const answer = await fetch(url, request).catch((error: unknown) => {
    throw failed('no-connection', failureOf(error).message);
  });
  if (!answer.ok) throw failed(`http-${answer.status}`);
}

function failed(code: string, message = ''): RequestFailed {
  return new RequestFailed({ code, message, retryAfter: null, facts: {} });
}
