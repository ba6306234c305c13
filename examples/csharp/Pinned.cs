using Latchkey;

/// <summary>The service that this program believes. Fill it in before you give the program to anybody.</summary>
internal static class Pinned
{
    internal static Options Service() => new Options
    {
        Address = "https://licenses.example.com",
        Name = "My App",
        OwnerId = "abcde12345",
        Version = "1.0",
        PublicKeys = new[] { "<64 hex characters>" },
    };
}
