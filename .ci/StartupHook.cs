// Compiles and runs C# on the .NET that a self-contained program from a package registry brings along: its runtime
// calls this startup hook before the program's own Main, which is never reached. The compiler is Roslyn, whose
// assemblies lie beside this one. Built by mcs, hence without a reference to Roslyn and its .NET.
//   compile <output.dll> <main type> <source>...   as `dotnet build` does with `dotnet new console`; any warning fails
//   run <assembly.dll> [argument]...
//   version
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;

internal static class StartupHook
{
    private const string CodeAnalysis = "Microsoft.CodeAnalysis";

    private unsafe delegate bool RawMetadata(Assembly assembly, out byte* start, out int length);

    public static void Initialize()
    {
        var args = Environment.GetCommandLineArgs().Skip(1).ToArray();
        try
        {
            Environment.Exit(
                args[0] == "compile" ? Compile(args[1], args[2], args.Skip(3))
                : args[0] == "run" ? Run(args[1], args.Skip(2))
                : Version());
        }
        catch (Exception error)
        {
            Console.Error.WriteLine(error);
            Environment.Exit(70);
        }
    }

    private static int Version()
    {
        Console.WriteLine(Environment.Version);
        return 0;
    }

    private static int Run(string path, IEnumerable<string> args)
    {
        var main = Assembly.LoadFrom(Path.GetFullPath(path)).EntryPoint;
        var result = main.Invoke(null, main.GetParameters().Length == 0 ? null : new object[] { args.ToArray() });
        return result is int ? (int)result : 0;
    }

    private static int Compile(string output, string mainType, IEnumerable<string> sources)
    {
        var folder = Path.GetDirectoryName(Environment.GetEnvironmentVariable("DOTNET_STARTUP_HOOKS"));
        var common = Assembly.LoadFrom(Path.Combine(folder, CodeAnalysis + ".dll"));
        var csharp = Assembly.LoadFrom(Path.Combine(folder, CodeAnalysis + ".CSharp.dll"));
        var parse = csharp.GetType(CodeAnalysis + ".CSharp.CSharpSyntaxTree").GetMethods()
            .First(method => method.Name == "ParseText" && method.GetParameters()[0].Name == "text");
        // What the project file of `dotnet new console` has the compiler told: <ImplicitUsings>, <Nullable>, the symbols.
        var usings = string.Concat(
            new[] { "", ".Collections.Generic", ".IO", ".Linq", ".Net.Http", ".Threading", ".Threading.Tasks" }
                .Select(name => "global using global::System" + name + ";\n"));
        var symbols = Enumerable.Range(5, Environment.Version.Major - 4).Select(major => "NET" + major + "_0_OR_GREATER");
        var parseOptions = Create(
            csharp.GetType(CodeAnalysis + ".CSharp.CSharpParseOptions"),
            new Dictionary<string, object> { { "preprocessorSymbols", symbols.ToArray() } });
        var texts = sources.Select(path => new[] { path, File.ReadAllText(path) }).Concat(new[] { new[] { "usings", usings } });
        var trees = texts.Select(text => Call(parse, null, new Dictionary<string, object>
        {
            { "text", text[1] },
            { "path", text[0] },
            { "options", parseOptions },
        }));
        var options = Create(
            csharp.GetType(CodeAnalysis + ".CSharp.CSharpCompilationOptions"),
            new Dictionary<string, object>
            {
                { "outputKind", 0 },
                { "mainTypeName", mainType },
                { "warningLevel", 9999 },
                { "nullableContextOptions", 3 },
            });
        var compilation = Call(
            csharp.GetType(CodeAnalysis + ".CSharp.CSharpCompilation").GetMethod("Create"),
            null,
            new Dictionary<string, object>
            {
                { "assemblyName", Path.GetFileNameWithoutExtension(output) },
                { "syntaxTrees", ArrayOf(common.GetType(CodeAnalysis + ".SyntaxTree"), trees) },
                {
                    "references",
                    ArrayOf(
                        common.GetType(CodeAnalysis + ".MetadataReference"),
                        Framework().Select(assembly => Reference(common, assembly)))
                },
                { "options", options },
            });
        using (var stream = new MemoryStream())
        {
            var emit = compilation.GetType().GetMethods()
                .Where(method => method.Name == "Emit" && method.GetParameters()[0].Name == "peStream")
                .OrderByDescending(method => method.GetParameters().Length)
                .First();
            dynamic result = Call(emit, compilation, new Dictionary<string, object> { { "peStream", stream } });
            var found = 0;
            foreach (var diagnostic in result.Diagnostics)
            {
                // Hidden and informational ones are for editors.
                if ((int)diagnostic.Severity < 2) continue;
                found += 1;
                Console.Error.WriteLine(diagnostic.ToString());
            }
            if (found > 0) return 1;
            File.WriteAllBytes(output, stream.ToArray());
        }
        return 0;
    }

    /** The assemblies of the framework that a program may need, as they are loaded. */
    private static IEnumerable<Assembly> Framework()
    {
        var found = new Dictionary<string, Assembly>();
        var open = new Queue<string>(new[]
        {
            "System.Runtime", "System.Collections", "System.Console", "System.IO.Compression",
            "System.IO.Compression.Brotli", "System.Linq", "System.Net.Http", "System.Net.NameResolution",
            "System.Net.Security", "System.Net.Sockets", "System.Net.WebProxy", "System.Security.Cryptography",
            "System.Text.RegularExpressions", "System.Threading",
        });
        while (open.Count > 0)
        {
            var name = open.Dequeue();
            if (found.ContainsKey(name)) continue;
            found[name] = Assembly.Load(name);
            foreach (var next in found[name].GetReferencedAssemblies()) open.Enqueue(next.Name);
        }
        return found.Values;
    }

    private static unsafe object Reference(Assembly common, Assembly assembly)
    {
        var extensions = typeof(object).Assembly.GetType("System.Reflection.Metadata.AssemblyExtensions");
        var metadata = (RawMetadata)Delegate.CreateDelegate(typeof(RawMetadata), extensions.GetMethod("TryGetRawMetadata"));
        byte* start;
        int length;
        if (!metadata(assembly, out start, out length)) throw new InvalidOperationException(assembly + " has no metadata");
        var module = common.GetType(CodeAnalysis + ".ModuleMetadata")
            .GetMethod("CreateFromMetadata", new[] { typeof(IntPtr), typeof(int) })
            .Invoke(null, new object[] { (IntPtr)start, length });
        var whole = common.GetType(CodeAnalysis + ".AssemblyMetadata")
            .GetMethod("Create", new[] { module.GetType() })
            .Invoke(null, new[] { module });
        return Call(whole.GetType().GetMethod("GetReference"), whole, new Dictionary<string, object>());
    }

    private static Array ArrayOf(Type type, IEnumerable<object> items)
    {
        var list = items.ToList();
        var array = Array.CreateInstance(type, list.Count);
        for (var index = 0; index < list.Count; index += 1) array.SetValue(list[index], index);
        return array;
    }

    private static object Create(Type type, Dictionary<string, object> values)
    {
        var constructor = type.GetConstructors().OrderByDescending(one => one.GetParameters().Length).First();
        return constructor.Invoke(Arguments(constructor, values));
    }

    private static object Call(MethodInfo method, object target, Dictionary<string, object> values)
    {
        return method.Invoke(target, Arguments(method, values));
    }

    /** The arguments given by name, and the defaults of the others. */
    private static object[] Arguments(MethodBase method, Dictionary<string, object> values)
    {
        return method.GetParameters().Select(parameter =>
        {
            object value;
            var type = parameter.ParameterType;
            if (!values.TryGetValue(parameter.Name, out value))
                return parameter.HasDefaultValue && parameter.DefaultValue != null ? parameter.DefaultValue
                    : type.IsValueType ? Activator.CreateInstance(type) : null;
            return type.IsEnum ? Enum.ToObject(type, value) : value;
        }).ToArray();
    }
}
