// Parses each file as JSON and prints what Newtonsoft's library makes of it: profile, number of the file, hex.
using System;
using System.IO;
using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

static class Serialise
{
    static void Main(string[] args)
    {
        var dates = new JsonSerializerSettings { DateParseHandling = DateParseHandling.None };
        var escaped = new JsonSerializerSettings { StringEscapeHandling = StringEscapeHandling.EscapeNonAscii };
        var html = new JsonSerializerSettings { StringEscapeHandling = StringEscapeHandling.EscapeHtml };
        var exact = new JsonSerializerSettings { FloatParseHandling = FloatParseHandling.Decimal };
        for (var number = 0; number < args.Length; number++)
        {
            var text = File.ReadAllText(args[number], new UTF8Encoding(false));
            Show("JsonConvert", number, () => JsonConvert.SerializeObject(JsonConvert.DeserializeObject(text)));
            Show("JsonConvert Indented", number, () =>
                JsonConvert.SerializeObject(JsonConvert.DeserializeObject(text), Formatting.Indented));
            Show("JsonConvert DateParseHandling.None", number, () =>
                JsonConvert.SerializeObject(JsonConvert.DeserializeObject(text, dates)));
            Show("JsonConvert Decimal", number, () =>
                JsonConvert.SerializeObject(JsonConvert.DeserializeObject(text, exact)));
            Show("JsonConvert EscapeNonAscii", number, () =>
                JsonConvert.SerializeObject(JsonConvert.DeserializeObject(text, dates), escaped));
            Show("JsonConvert EscapeHtml", number, () =>
                JsonConvert.SerializeObject(JsonConvert.DeserializeObject(text, dates), html));
            Show("JToken", number, () => JToken.Parse(text).ToString(Formatting.None));
            Show("JToken Indented", number, () => JToken.Parse(text).ToString());
        }
    }

    /** What the library refuses is not shown. */
    static void Show(string profile, int number, Func<string> write)
    {
        string text;
        try
        {
            text = write();
        }
        catch (Exception)
        {
            return;
        }
        var hex = BitConverter.ToString(Encoding.UTF8.GetBytes(text)).Replace("-", "").ToLowerInvariant();
        Console.WriteLine(profile + "\t" + number + "\t" + hex);
    }
}
