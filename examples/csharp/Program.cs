using System;
using System.IO;
using System.Security.Cryptography;
using System.Threading.Tasks;
using Latchkey;

/// <summary>A protected program: without arguments for its loader, with a license key by hand. See docs/protect.md.</summary>
internal static class Program
{
    private static int Main(string[] args)
    {
        try
        {
            RunAsync(args).GetAwaiter().GetResult();
            return 0;
        }
        catch (LicenseException error)
        {
            bool isAlone = error.Kind == Kind.Line;
            Console.Error.WriteLine(isAlone ? "Start this program with its loader, or with a license key." : "Not licensed: " + error.Reason);
            return 1;
        }
    }

    private static async Task RunAsync(string[] args)
    {
        bool isLaunched = args.Length == 0;
        Options options = Pinned.Service();
        if (!isLaunched) options.DeviceId = DeviceId();
        Client client = isLaunched ? Client.FromLoader(options) : new Client(options);
        Account account = isLaunched ? await client.CheckAsync() : await client.LicenseAsync(args[0]);
        Console.WriteLine("Hello " + account.Username);
        if (account.OfflineUntil == null) Console.WriteLine("The secret: " + await client.VariableAsync("secret"));
    }

    /// <summary>Returns a random text that stays the same on this computer.</summary>
    private static string DeviceId()
    {
        string file = Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".my-app-device");
        if (!File.Exists(file))
        {
            var random = new byte[32];
            using (RandomNumberGenerator generator = RandomNumberGenerator.Create()) generator.GetBytes(random);
            File.WriteAllText(file, BitConverter.ToString(random).Replace("-", ""));
        }
        return File.ReadAllText(file);
    }
}
