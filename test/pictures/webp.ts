// One WebP of several screenshots beside each other, with round corners as a window has them.
import type { Browser } from '@playwright/test';

interface Strip {
  /** Size of each screenshot in pixels. */
  readonly width: number;
  readonly height: number;
  readonly between: number;
  /** From 0 to 1. */
  readonly quality: number;
}

export async function sideBySide(
  browser: Browser,
  shots: readonly Buffer[],
  strip: Strip,
): Promise<Buffer> {
  const page = await browser.newPage();
  const data = await page.evaluate(
    async ({ images, width, height, between, quality }) => {
      const canvas = document.createElement('canvas');
      canvas.width = images.length * width + (images.length - 1) * between;
      canvas.height = height;
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas here');
      for (const [index, image] of images.entries()) {
        const left = index * (width + between);
        const loaded = new Image();
        loaded.src = `data:image/png;base64,${image}`;
        await loaded.decode();
        context.save();
        context.beginPath();
        context.roundRect(left, 0, width, height, 12);
        context.clip();
        context.drawImage(loaded, left, 0, width, height);
        context.restore();
        context.beginPath();
        context.roundRect(left + 0.5, 0.5, width - 1, height - 1, 12);
        context.strokeStyle = 'rgba(128, 128, 128, 0.45)';
        context.stroke();
      }
      return canvas.toDataURL('image/webp', quality);
    },
    { images: shots.map((shot) => shot.toString('base64')), ...strip },
  );
  await page.close();
  const [kind, content] = data.split(',');
  if (kind !== 'data:image/webp;base64' || content === undefined) throw new Error('no WebP here');
  return Buffer.from(content, 'base64');
}
